// Which tests took longest, from the reports of a run.
import path from 'node:path'

const SHOWN = 20

/** @param {string} root @param {any[]} reports Vitest's JSON reports, as far as there are any @returns {string[]} */
export function slowestFiles(root, reports) {
  const results = reports.flatMap((report) => report?.testResults ?? [])
  const files = results.map((/** @type {any} */ { name, startTime, endTime, assertionResults }) => ({
    seconds: (endTime - startTime) / 1000,
    text: `${path.relative(root, name)} (${assertionResults.length})`,
  }))
  return slowest(files)
}

/** @param {any} report Playwright's JSON report, if there is one @returns {string[]} */
export function slowestSpecs(report) {
  return slowest(specsOf(report?.suites ?? []))
}

/** @typedef {{ seconds: number, text: string }} Timed */

/** @param {any[]} suites @returns {Timed[]} */
function specsOf(suites) {
  return suites.flatMap(({ suites: inner = [], specs = [] }) => [
    ...specsOf(inner),
    ...specs.map((/** @type {any} */ { file, title, tests }) => ({
      seconds: (tests[0]?.results[0]?.duration ?? 0) / 1000,
      text: `${file}: ${title}`,
    })),
  ])
}

/** @param {Timed[]} timed @returns {string[]} */
function slowest(timed) {
  return timed
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, SHOWN)
    .map(({ seconds, text }) => `${seconds.toFixed(1)} s`.padStart(8) + `  ${text}`)
}
