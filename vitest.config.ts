import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { searchPathWithSandbox } from './product/programs/sandbox.mjs'

// Also for whoever runs some tests alone.
process.env['PATH'] = searchPathWithSandbox((line) => process.stdout.write(`${line}\n`))

const exclude = ['**/node_modules/**', '**/dist/**']

/** They take longest: begun last, one of them would be waited for alone. */
const LONGEST = ['engine/src/simulation/simulate.test.ts', 'product/backup.test.ts']
/** Products start on a prepared data folder, which is made while the server's tests run. */
const ORDER = ['server', 'product', 'unit']

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const isLong = ({ moduleId }: TestSpecification) => LONGEST.some((file) => moduleId.endsWith(file))
    const sorted = await super.sort(files)
    const others = ORDER.flatMap((name) => sorted.filter((file) => file.project.name === name && !isLong(file)))
    return [...sorted.filter(isLong), ...others]
  }
}

export default defineConfig({
  test: {
    // As many as cores: with one more, tests that measure time or memory were crowded out.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          // They hold no state, so that a worker reads the modules once.
          isolate: false,
          include: ['{core,contract,engine,web,bench,tools}/**/*.test.ts', 'product/*/**/*.test.ts', 'proof/*.test.ts'],
          exclude,
          testTimeout: 20_000,
        },
      },
      {
        // On a real PostgreSQL: one server a run, a database of its own for every file. What a file starts it hands
        // around itself, so that the modules are read once a worker: reading them for each file took as long as the tests.
        test: {
          name: 'server',
          isolate: false,
          // Those of e2e walk through a browser on such a server, whose clock they move.
          include: ['server/**/*.test.ts', 'e2e/virtual-days/*.test.ts'],
          exclude,
          globalSetup: 'server/src/testing/database/start-test-postgres.ts',
          setupFiles: 'server/src/testing/database/refuse-overlapping-queries.ts',
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        // Whole processes: start, kill, start again. The long forms are parts of npm run proof.
        test: {
          name: 'product',
          include: ['product/*.test.ts', 'proof/*/*.test.ts'],
          exclude,
          globalSetup: 'product/testing/prepared-data-dir.ts',
          testTimeout: 240_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
