import { refuse } from '@trading-bot/contract/rest/refusals'
import type { pasteSymbols as paste, uploadSymbols as upload } from '@trading-bot/contract/rest/trading/symbols'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { importSymbols } from './import-symbols.ts'

export const uploadSymbols: UseCase<typeof upload> = async (context, { file }) =>
  file.name.toLowerCase().endsWith('.json') ? importSymbols(context, file.content) : refuse('NO_JSON_FILE')

export const pasteSymbols: UseCase<typeof paste> = async (context, { json_data: given }) => {
  const text = typeof given === 'string' ? given : JSON.stringify(given)
  return importSymbols(context, once(new TextEncoder().encode(text)))
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
