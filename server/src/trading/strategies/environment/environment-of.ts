import type { RunsAs } from '@trading-bot/contract/rest/trading/bot-code'
import { usesLibraries } from '@trading-bot/engine/sandbox/libraries/uses-libraries'
import type { Scripts } from '../../../platform/providers/open-scripts.ts'

/** The libraries that a version decides with; null for native ones and those that use the standard library alone. */
export function environmentOf(
  scripts: Scripts,
  { runsAs, code }: { readonly runsAs: RunsAs; readonly code: string },
): string | null {
  const libraries = scripts.libraries()
  return libraries.kind === 'ready' && runsAs === 'python' && usesLibraries(code, libraries.modules)
    ? libraries.id
    : null
}
