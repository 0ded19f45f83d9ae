// Which facts of an installation its notices depend on.
import * as z from 'zod/mini'
import { HostingMode } from '../rest/operations/compliance.ts'

export const LegalVariant = z.object({
  hosting: HostingMode,
  /** A strategy is registered as a black box: a research analyst answers for it. */
  black_boxes: z.boolean(),
  /** With whom fees or brokerage are shared, in the operator's words; null where nothing is. */
  fee_sharing: z.nullable(z.string()),
  /** The empanelled algo provider; null where there is none, or where none is recorded yet. */
  provider: z.nullable(z.object({ name: z.string(), number: z.string() })),
})
export type LegalVariant = z.infer<typeof LegalVariant>

/** As the texts are on the demo. */
export const SIMULATED_VARIANT: LegalVariant = {
  hosting: 'simulated',
  black_boxes: false,
  fee_sharing: null,
  provider: null,
}

/** Part of a version, so that a consent says what was read: the mode, and a mark of what the operator wrote. */
export function variantKey(
  { hosting, black_boxes }: LegalVariant,
  words: readonly (string | undefined)[] = [],
): string {
  const written = words.filter((word) => word !== undefined)
  return [hosting, ...(black_boxes ? ['black-box'] : []), ...(written.length > 0 ? [markOf(written)] : [])].join('-')
}

/** FNV-1a, 32 bits: it only has to differ when a text does, in the browser too. */
function markOf(words: readonly string[]): string {
  let hash = 0x811c9dc5
  for (const letter of words.join('\n')) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return hash.toString(16).padStart(8, '0')
}
