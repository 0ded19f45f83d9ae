import { defineConfig } from 'vitest/config'

const exclude = ['**/node_modules/**', '**/dist/**']

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{core,contract,engine,web,bench}/**/*.test.{ts,tsx}', 'tools/*.test.ts'],
          exclude,
        },
      },
      {
        // On a real PostgreSQL: one server a run, a database of its own for every file. What a file starts it hands
        // around itself, so that the modules are read once a worker: reading them for each file took as long as the tests.
        test: {
          name: 'server',
          isolate: false,
          include: ['server/**/*.test.ts'],
          exclude,
          globalSetup: 'server/src/testing/start-test-postgres.ts',
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        // Whole processes: start, kill, start again. One after the other, they share the machine.
        test: {
          name: 'product',
          include: ['tools/product/*.test.ts'],
          exclude,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
