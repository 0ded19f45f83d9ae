import { defineConfig, devices } from '@playwright/test'

const report = process.env['E2E_REPORT']

/** Runs against a running demo with a fresh database at BASE_URL. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: true,
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  timeout: 30_000,
  expect: { timeout: 7_000 },
  reporter: report ? [['line'], ['json', { outputFile: report }]] : [['list']],
  use: {
    ...devices['Desktop Chrome'],
    baseURL: process.env['BASE_URL'] ?? 'http://127.0.0.1:3000',
    viewport: { width: 1280, height: 800 },
    // Requests behind a service worker cannot be mocked; its own spec allows it.
    serviceWorkers: 'block',
    trace: 'off',
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium-headless-shell',
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
