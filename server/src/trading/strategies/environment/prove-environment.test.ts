import { readAuthorLibraries } from '@trading-bot/contract/rest/trading/bot-studio'
import { expect, test } from 'vitest'
import { botForm, EDITED, newBotCode, scriptServerForFile } from '../../../testing/test-scripts.ts'
import { adminForFile } from '../../../testing/test-accounts.ts'
import { proveEnvironment } from './prove-environment.ts'

const server = scriptServerForFile()
const admin = adminForFile(server)

const PANDAS = `
import pandas as pd
def on_bar(bot, bar):
    pass
`

async function environmentOfVersion(id: string): Promise<string | null> {
  const row = await server.db
    .selectFrom('bot_versions')
    .select('environment_id')
    .where('bot_id', '=', id)
    .executeTakeFirstOrThrow()
  return row.environment_id
}

test('a version that imports pandas passes its checks again before it trades with other libraries', async () => {
  const { body: libraries } = await server.call(readAuthorLibraries, {}, admin.access)
  if (libraries.kind !== 'ready') throw new Error(JSON.stringify(libraries))
  const { id } = await newBotCode(server, admin.access, PANDAS, botForm('With pandas'))
  await server.db.updateTable('bot_versions').set({ environment_id: 'py311-older' }).where('bot_id', '=', id).execute()
  expect(await proveEnvironment(server.deps, id, 1)).toBe(null)
  expect(await environmentOfVersion(id)).toBe(libraries.id)
})

test('a version that does not pass with changed libraries does not trade, and keeps those it passed with', async () => {
  const { id } = await newBotCode(server, admin.access, `${PANDAS}\n    pd.DataFrame().append({})`, botForm('Too old'))
  await server.db.updateTable('bot_versions').set({ environment_id: 'py311-older' }).where('bot_id', '=', id).execute()
  expect(await proveEnvironment(server.deps, id, 1)).toMatch(
    /^The libraries for authors have changed, and with the new ones version 1 does not pass its publish checks: Runs: .*append/,
  )
  expect(await environmentOfVersion(id)).toBe('py311-older')
})

test('a version without libraries has no environment and is not checked again', async () => {
  const { id } = await newBotCode(server, admin.access, EDITED, botForm('Plain'))
  expect(await proveEnvironment(server.deps, id, 1)).toBe(null)
  expect(await environmentOfVersion(id)).toBe(null)
})
