import { defineConfig, devices } from '@playwright/test'

const report = process.env['E2E_REPORT']
const BASE_URL = process.env['BASE_URL'] ?? 'http://127.0.0.1:3000'
const MARKET_URL = process.env['MARKET_URL'] ?? BASE_URL
/**
 * They follow a bot through its trades, or sweep history that no journey may have fetched in part: npm test gives them a
 * product of their own, whose market runs twelve times as fast.
 */
const MARKET_JOURNEYS = ['**/idea-to-sale.spec.ts', '**/author-parameters.spec.ts', '**/pandas-author.spec.ts']

/** They reach every bot of the product, so that they come when the market's journeys have ended, however they did. */
const WHOLE_PLATFORM = ['**/stop-all.spec.ts']

/** Runs against a running demo with a fresh database at BASE_URL. */
export default defineConfig({
  testDir: '.',
  projects: [
    { name: 'market', testMatch: MARKET_JOURNEYS, use: { baseURL: MARKET_URL }, teardown: 'platform' },
    { name: 'platform', testMatch: WHOLE_PLATFORM, use: { baseURL: MARKET_URL } },
    { name: 'usual', testMatch: '**/*.spec.ts', testIgnore: [...MARKET_JOURNEYS, ...WHOLE_PLATFORM] },
  ],
  outputDir: 'test-results',
  // One more than cores: the market's journeys wait most of their time.
  workers: 3,
  fullyParallel: true,
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  timeout: 30_000,
  expect: { timeout: 7_000 },
  reporter: report ? [['line'], ['json', { outputFile: report }]] : [['list']],
  use: {
    ...devices['Desktop Chrome'],
    baseURL: BASE_URL,
    viewport: { width: 1280, height: 800 },
    // Requests behind a service worker cannot be mocked; its own spec allows it.
    serviceWorkers: 'block',
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'off',
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium-headless-shell',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
