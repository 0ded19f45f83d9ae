import { createWriteStream, mkdirSync } from 'node:fs'
import path from 'node:path'
import type { ExecutionSetup } from '@trading-bot/engine/live/execution/execution'
import type { Deps } from '../../platform/http/context.ts'

/** Where the journals of the users are written whom a support case is about: a file for each start of an engine. */
export function keepJournals(
  { config, clock }: Pick<Deps, 'config' | 'clock'>,
  onError: (error: unknown) => void,
): NonNullable<ExecutionSetup['journalOf']> {
  const users = new Set(config.journalUsers)
  const folder = path.join(config.dataDir, 'journals')
  return (userId) => {
    if (!users.has(userId)) return null
    try {
      // Positions and profits are nobody else's business.
      mkdirSync(folder, { recursive: true, mode: 0o700 })
    } catch (error) {
      // The account trades without its journal.
      onError(error)
      return null
    }
    const startedAt = clock.now().toISOString().replaceAll(':', '-')
    const file = createWriteStream(path.join(folder, `${userId}-${startedAt}.jsonl`), { flags: 'a', mode: 0o600 })
    file.on('error', onError)
    return (line) => void file.write(`${line}\n`)
  }
}
