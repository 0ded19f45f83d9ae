import * as z from 'zod'
import { settingsGroup } from './settings-group.ts'

const scripts = settingsGroup('Python scripts')

/** The part of the environment that says how authors' Python runs. */
export const SCRIPT_VARIABLES = {
  SANDBOX_TESTS: scripts(
    z.coerce.number().int().min(1).max(1_000).optional(),
    'engine, worker',
    'Tests and backtests of scripts at once; by cores and memory without it.',
  ),
  SANDBOX_LIVE: scripts(
    z.coerce.number().int().min(1).max(10_000).optional(),
    'engine',
    'Live scripts at once; by cores and memory without it.',
  ),
  SANDBOX_CGROUP: scripts(
    z.string().startsWith('/', 'it must be the absolute path of a cgroup').optional(),
    'engine, worker',
    "A delegated cgroup v2 folder that bounds the memory of scripts; the server's own where that is possible.",
  ),
  AUTHOR_LIBRARIES: scripts(
    z.string().startsWith('/').optional(),
    'engine, worker',
    'The folder of authors’ libraries; one outside the product without it.',
  ),
  AUTHOR_LIBRARIES_LOCK: scripts(
    z.string().startsWith('/').optional(),
    'engine, worker',
    'A second lock file, by which packages of the operator’s own are installed too.',
  ),
  ALLOW_WEAK_SANDBOX: scripts(
    z.enum(['on', 'off']).default('off'),
    'developers',
    "On lets scripts run without bubblewrap outside production, where they can read this machine's files.",
  ),
}
