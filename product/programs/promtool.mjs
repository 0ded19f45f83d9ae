import { findProgram } from './unpack-from-system.mjs'

/** Prometheus' promtool, for the tests of deploy/. @param {(line: string) => void} say @returns {string} its path */
export function findPromtool(say) {
  return findProgram(
    {
      name: 'promtool',
      package: 'prometheus',
      place: 'usr/bin/promtool',
      size: '20 MB',
      variable: 'PROMTOOL_PATH',
      purpose: 'The alerts and dashboards are tested with promtool',
    },
    say,
  )
}
