import type { RunsAs } from '@trading-bot/contract/rest/trading/bot-code'
import {
  type AuthorParameter,
  type readDeclaredParameters as spec,
} from '@trading-bot/contract/rest/trading/author-parameters'
import { BotForm } from '@trading-bot/contract/rest/trading/bot-form'
import { loadToRead } from '@trading-bot/engine/sandbox/script-load'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import type { Scripts } from '../../../platform/providers/open-scripts.ts'

/** What code declares. It is not known where no sandbox can read it, or where the code itself cannot be read. */
export type Declaration =
  | { readonly kind: 'declared'; readonly parameters: readonly AuthorParameter[] }
  | { readonly kind: 'unreadable'; readonly error: string; readonly line: number | null }
  /** A name of the form's own: such code is not saved. */
  | { readonly kind: 'taken'; readonly error: string; readonly line: number | null }
  | { readonly kind: 'no sandbox' }

const NONE: Declaration = { kind: 'declared', parameters: [] }
const LIMITS = { memoryMb: 256, cpuS: 3, loadMs: 3_000, stepMs: 1_000, waitMs: 5_000 }

export const readDeclaredParameters: UseCase<typeof spec> = async ({ scripts }, { code }) => {
  const declaration = await readDeclaration(scripts, code, 'python')
  if (declaration.kind === 'declared') return { parameters: [...declaration.parameters], error: null, line: null }
  if (declaration.kind === 'no sandbox') return { parameters: [], error: scripts.sandbox.sentence, line: null }
  return { parameters: [], error: declaration.error, line: declaration.line }
}

/** Reads the declared parameters from the text in the sandbox; nothing of the script runs. */
export async function readDeclaration(scripts: Scripts, code: string, runsAs: RunsAs): Promise<Declaration> {
  // A shipped template declares none, and most code does not either.
  if (runsAs === 'native' || !code.includes('parameter')) return NONE
  const session = scripts.open({ ...loadToRead(code), only_declaration: true }, LIMITS, { isReading: true })
  if (session === null) return { kind: 'no sandbox' }
  try {
    const ready = await session.load()
    if (ready.kind === 'failed') return { kind: 'unreadable', error: ready.error, line: ready.line }
    const taken = ready.parameters.find(({ name }) => Object.hasOwn(BotForm.shape, name))
    if (taken) return { kind: 'taken', error: takenName(taken.name), line: lineOf(code, taken.name) }
    return { kind: 'declared', parameters: ready.parameters }
  } finally {
    await session.kill()
  }
}

/** The form's own numbers reach the script by the same names, so that one of them would win without being chosen. */
function takenName(name: string): string {
  return `parameter ${name}: this name belongs to a field of the bot's form; please choose another.`
}

function lineOf(code: string, name: string): number | null {
  const at = code.split('\n').findIndex((line) => line.includes(`"${name}"`) || line.includes(`'${name}'`))
  return at < 0 ? null : at + 1
}
