import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{core,contract,engine,server,web,tools,bench}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    pool: 'threads',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
