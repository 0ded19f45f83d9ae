import { playwright } from '@vitest/browser-playwright'
import { defineConfig, mergeConfig } from 'vitest/config'
import web from './package.json' with { type: 'json' }
import vite from './vite.config.ts'

// React as it is delivered: its development build takes three times as long to draw a screen.
process.env['NODE_ENV'] = 'production'

// A package that is found only while the tests run reloads their page, and every test of the run fails by it.
const NOT_FOR_PAGES = /^(@trading-bot\/|@fontsource|@vitejs\/|postcss)/
const PACKAGES = Object.keys(web.dependencies).filter((name) => !NOT_FOR_PAGES.test(name))
const ENTRIES = ['react-dom/client', 'react/jsx-runtime', 'react/jsx-dev-runtime', 'zod/mini']

/** Screens in a real browser without a server: the product is mounted, not loaded, and its calls are answered in the page. */
export default mergeConfig(
  vite,
  defineConfig({
    mode: 'production',
    optimizeDeps: { include: [...PACKAGES, ...ENTRIES] },
    test: {
      name: 'component',
      include: ['src/**/*.test.tsx'],
      setupFiles: 'src/testing/set-up.ts',
      // The modules are read once for all files; what the product keeps in memory is cleared after each test.
      isolate: false,
      // Each waits for its page now and then: a third one works meanwhile.
      maxWorkers: 3,
      // The first visit to a screen also loads its modules, which takes a busy machine a while.
      testTimeout: 30_000,
      expect: { poll: { timeout: 5_000 } },
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        viewport: { width: 1280, height: 800 },
        provider: playwright({
          launchOptions: {
            executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium-headless-shell',
            args: ['--no-sandbox', '--disable-gpu'],
          },
          contextOptions: {
            reducedMotion: 'reduce',
            timezoneId: 'Asia/Kolkata',
            // Laid out as large as `viewport` says and painted to scale: painting took a third of the time.
            viewport: { width: 320, height: 200 },
          },
        }),
        instances: [{ browser: 'chromium' }],
      },
    },
  }),
)
