import { expect, test } from 'vitest'
import { readBrowserReport, readVitestReport, settle } from './second-try.mjs'

const failure = (name: string, isLeftOut = false) => ({ file: 'a.test.ts', name, message: `${name} broke`, isLeftOut })
const run = (passed: number, ...failures: ReturnType<typeof failure>[]) => ({
  passed,
  failed: failures.length,
  failures,
})

test('a test that passes alone counts as passed and is named', () => {
  const settled = settle(run(10, failure('crowded'), failure('broken')), run(3, failure('broken')))
  expect(settled).toMatchObject({ passed: 11, failed: 1 })
  expect(settled.told).toEqual([
    'passed only the second time, alone: a.test.ts: crowded\n    crowded broke',
    'failed twice: a.test.ts: broken\n    broken broke',
  ])
})

test('a skipped test is not healed by a second run that leaves it out', () => {
  expect(settle(run(10, failure('left out', true)), run(0))).toMatchObject({ passed: 10, failed: 1 })
})

test('a test that fails only when it is alone has failed', () => {
  const settled = settle(run(10, failure('crowded')), run(3, failure('needs its neighbours')))
  expect(settled).toMatchObject({ passed: 11, failed: 1 })
  expect(settled.told.at(-1)).toMatch(/^failed the second time only/)
})

test('reads both reports: a file that did not load, failed, skipped and passed tests', () => {
  const vitest = readVitestReport('/project', {
    numPassedTests: 1,
    testResults: [
      { name: '/project/core/a.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
      {
        name: '/project/core/b.test.ts',
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'holds' },
          { status: 'failed', fullName: 'breaks', failureMessages: ['expected 1'] },
          { status: 'skipped', fullName: 'left out' },
        ],
      },
    ],
  })
  expect(vitest).toMatchObject({
    passed: 1,
    failures: [
      { file: 'core/a.test.ts', message: 'no such module' },
      { file: 'core/b.test.ts', name: 'breaks', message: 'expected 1' },
      { name: 'left out', message: 'skipped' },
    ],
  })
  const browser = readBrowserReport({
    stats: { expected: 1 },
    suites: [
      {
        suites: [
          {
            specs: [
              {
                file: 'e2e/a.spec.ts',
                title: 'nested',
                tests: [{ status: 'skipped', results: [{ status: 'skipped' }] }],
              },
              { file: 'e2e/a.spec.ts', title: 'waits', tests: [{ status: 'skipped', results: [] }] },
            ],
          },
        ],
        specs: [
          { file: 'e2e/a.spec.ts', title: 'holds', tests: [{ status: 'expected', results: [] }] },
          {
            file: 'e2e/a.spec.ts',
            title: 'breaks',
            tests: [{ status: 'unexpected', results: [{ error: { message: 'time-out' } }] }],
          },
        ],
      },
    ],
  })
  expect(browser).toMatchObject({
    passed: 1,
    failures: [
      { name: 'nested', isLeftOut: true },
      { name: 'waits', isLeftOut: false },
      { name: 'breaks', message: 'time-out', isLeftOut: false },
    ],
  })
})

test('a told failure shows what a comparison found, in plain text', () => {
  const message = [
    'Error: analytics',
    '',
    '\x1b[2mexpect(\x1b[22mreceived).toEqual(expected)',
    '',
    '- []',
    '+ ["contrast"]',
  ]
  const first = { passed: 0, failed: 1, failures: [{ file: 'a.spec.ts', name: 'finds', message: message.join('\n') }] }
  const { told } = settle(first, { passed: 1, failed: 0, failures: [] })
  expect(told).toEqual([
    'passed only the second time, alone: a.spec.ts: finds\n    Error: analytics\n    expect(received).toEqual(expected)\n    - []\n    + ["contrast"]',
  ])
})
