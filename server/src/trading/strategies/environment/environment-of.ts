import type { RunsAs } from '@trading-bot/contract/rest/trading/bot-code'
import type { Source } from '@trading-bot/contract/rest/trading/code-files'
import { wholeText } from '@trading-bot/engine/sandbox/script-load'
import { usesLibraries } from '@trading-bot/engine/sandbox/libraries/uses-libraries'
import type { Scripts } from '../../../platform/providers/open-scripts.ts'
import { scriptOf } from '../definition/source.ts'

/** The libraries that a version decides with; null for native ones and those that use the standard library alone. */
export function environmentOf(
  scripts: Scripts,
  { runsAs, ...source }: Source & { readonly runsAs: RunsAs },
): string | null {
  const libraries = scripts.libraries()
  return libraries.kind === 'ready' &&
    runsAs === 'python' &&
    usesLibraries(wholeText(scriptOf(source)), libraries.modules)
    ? libraries.id
    : null
}
