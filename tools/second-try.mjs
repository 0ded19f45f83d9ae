// What two runs of the tests say together: the whole run, and what failed in it once more, alone.
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/**
 * `isLeftOut`: skipped, and left out of the second run too. Vitest runs whole files again: what is skipped there shows
 * up twice, and what was only waiting for a failed hook gets its chance.
 *
 * @typedef {{ file: string, name: string, message: string, isLeftOut?: boolean }} Failure
 */
/** @typedef {{ passed: number, failed: number, failures: readonly Failure[] }} Run */

/** @param {string} root @param {any} report Vitest's JSON report @returns {Run} */
export function readVitestReport(root, { numPassedTests, testResults }) {
  const failures = testResults.flatMap((/** @type {any} */ result) => {
    const file = path.relative(root, result.name)
    // A file that did not even load has no failing test.
    if (result.status === 'failed' && result.assertionResults.length === 0)
      return [{ file, name: 'could not be loaded', message: result.message }]
    return result.assertionResults.filter(isNotPassed).map((/** @type {any} */ test) => ({
      file,
      name: test.fullName,
      message: test.failureMessages?.[0] ?? test.status,
    }))
  })
  return { passed: numPassedTests, failed: failures.length, failures }
}

/** @param {any} report Playwright's JSON report @returns {Run} */
export function readBrowserReport({ stats, suites }) {
  const failures = failuresOf(suites)
  return { passed: stats.expected, failed: failures.length, failures }
}

/**
 * A test that passes the second time counts as passed and is told. A skipped test is not a passed one, however often it
 * is run; neither is one that fails only when it is alone.
 *
 * @param {Run} first @param {Run} second
 * @returns {{ passed: number, failed: number, told: string[] }}
 */
export function settle(first, second) {
  const inFirst = new Set(first.failures.map(key))
  const inSecond = new Map(second.failures.map((failure) => [key(failure), failure]))
  const verdicts = first.failures.map((failure) => {
    const again = failure.isLeftOut ? failure : inSecond.get(key(failure))
    const verdict = failure.isLeftOut ? 'skipped' : again ? 'failed twice' : 'passed only the second time, alone'
    return { isHealed: !again, line: describe(verdict, again ?? failure) }
  })
  const onlySecond = second.failures.filter((failure) => !inFirst.has(key(failure)))
  const healed = verdicts.filter(({ isHealed }) => isHealed).length
  return {
    passed: first.passed + healed,
    failed: first.failures.length - healed + onlySecond.length,
    told: [
      ...verdicts.map(({ line }) => line),
      ...onlySecond.map((failure) => describe('failed the second time only', failure)),
    ],
  }
}

/** @param {any[]} suites @returns {Failure[]} */
function failuresOf(suites) {
  return suites.flatMap((suite) => [
    ...failuresOf(suite.suites ?? []),
    ...(suite.specs ?? [])
      .filter((/** @type {any} */ spec) => !spec.tests.every((/** @type {any} */ test) => test.status === 'expected'))
      .map((/** @type {any} */ { file, title, tests: [test] }) => ({
        file,
        name: title,
        message: test.results[0]?.error?.message ?? test.status,
        // One that waited for a failed test before it has not run at all, and runs with it the second time.
        isLeftOut: test.status === 'skipped' && test.results.length > 0,
      })),
  ])
}

/** @param {any} test */
function isNotPassed({ status }) {
  return status !== 'passed'
}

/** @param {Failure} failure */
function key({ file, name }) {
  return `${file}: ${name}`
}

/** @param {string} verdict @param {Failure} failure */
function describe(verdict, failure) {
  const lines = stripVTControlCharacters(failure.message).split('\n')
  // A comparison shows what was found only below its title.
  const told = lines.filter((line) => line.trim() !== '').slice(0, 10)
  const message = told.join('\n    ').slice(0, 1200)
  return `${verdict}: ${key(failure)}\n    ${message}`
}
