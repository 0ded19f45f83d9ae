import type { RunsAs } from '@trading-bot/contract/rest/trading/bot-code'
import {
  type AuthorParameter,
  type readDeclaredParameters as spec,
} from '@trading-bot/contract/rest/trading/author-parameters'
import { BotForm } from '@trading-bot/contract/rest/trading/bot-form'
import { allFiles, type Source } from '@trading-bot/contract/rest/trading/code-files'
import { loadToRead, wholeText } from '@trading-bot/engine/sandbox/script-load'
import type { UseCase } from '../../../platform/http/bind-route.ts'
import type { Scripts } from '../../../platform/providers/open-scripts.ts'
import { scriptOf } from '../definition/source.ts'

type Told = { readonly error: string; readonly line: number | null; readonly file: string | null }

/** What code declares. It is not known where no sandbox can read it, or where the code itself cannot be read. */
export type Declaration =
  | { readonly kind: 'declared'; readonly parameters: readonly AuthorParameter[] }
  | ({ readonly kind: 'unreadable' } & Told)
  /** A name of the form's own: such code is not saved. */
  | ({ readonly kind: 'taken' } & Told)
  | { readonly kind: 'no sandbox' }

const NONE: Declaration = { kind: 'declared', parameters: [] }
const LIMITS = { memoryMb: 256, cpuS: 3, loadMs: 3_000, stepMs: 1_000, waitMs: 5_000 }

export const readDeclaredParameters: UseCase<typeof spec> = async ({ scripts }, source) => {
  const declaration = await readDeclaration(scripts, source, 'python')
  const { kind } = declaration
  if (kind === 'declared') return { parameters: [...declaration.parameters], error: null, line: null, file: null }
  if (kind === 'no sandbox') return { parameters: [], error: scripts.sandbox.sentence, line: null, file: null }
  return { parameters: [], error: declaration.error, line: declaration.line, file: declaration.file }
}

/** Reads the declared parameters from the text in the sandbox; nothing of the script runs. */
export async function readDeclaration(scripts: Scripts, source: Source, runsAs: RunsAs): Promise<Declaration> {
  // A shipped template declares none, and most code does not either.
  const script = scriptOf(source)
  if (runsAs === 'native' || !wholeText(script).includes('parameter')) return NONE
  const session = scripts.open({ ...loadToRead(script), only_declaration: true }, LIMITS, { isReading: true })
  if (session === null) return { kind: 'no sandbox' }
  try {
    const ready = await session.load()
    if (ready.kind === 'failed')
      return { kind: 'unreadable', error: ready.error, line: ready.line, file: ready.file ?? null }
    const taken = ready.parameters.find(({ name }) => Object.hasOwn(BotForm.shape, name))
    if (taken) return { kind: 'taken', ...takenName(source, taken.name) }
    return { kind: 'declared', parameters: ready.parameters }
  } finally {
    await session.kill()
  }
}

/** The form's own numbers reach the script by the same names, so that one of them would win without being chosen. */
function takenName(source: Source, name: string): Told {
  const sentence = `parameter ${name}: this name belongs to a field of the bot's form; please choose another.`
  for (const [index, file] of allFiles(source).entries()) {
    const at = file.code.split('\n').findIndex((line) => line.includes(`"${name}"`) || line.includes(`'${name}'`))
    if (at < 0) continue
    const where = index === 0 ? `Line ${at + 1}` : `${file.name} line ${at + 1}`
    return { error: `${where}: ${sentence}`, line: at + 1, file: index === 0 ? null : file.name }
  }
  return { error: sentence, line: null, file: null }
}
