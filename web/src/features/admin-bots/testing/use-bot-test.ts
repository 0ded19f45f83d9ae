import { useQueryClient } from '@tanstack/react-query'
import {
  type BotCode,
  type BotTest,
  createBotCode,
  listBotCode,
  listBotVersions,
  testBotCode,
  updateBotCode,
} from '@trading-bot/contract/rest/trading/bot-code'
import type { Source } from '@trading-bot/contract/rest/trading/code-files'
import type { BotForm } from '@trading-bot/contract/rest/trading/bot-form'
import { listBotTests } from '@trading-bot/contract/rest/trading/bot-studio'
import { useMemo, useState } from 'react'
import { api } from '../../../lib/api/api.ts'
import { ApiFailure } from '../../../lib/api/api-failure.ts'
import { errorText, fieldErrors } from '../../../lib/api/error-text.ts'
import { notify } from '../../../lib/notifications/notify.ts'

type Options = { bot: BotCode | null; onSaved: (bot: BotCode) => void; onRefused: (failure: unknown) => boolean }

/** Tests a bot, or saves it and runs the quick test afterwards. */
export function useBotTest({ bot, onSaved, onRefused }: Options) {
  const [tested, setTested] = useState<{ readonly what: string; readonly result: BotTest } | null>(null)
  const [busy, setBusy] = useState<'test' | 'save' | null>(null)
  const queries = useQueryClient()

  async function runTest(source: Source, config: BotForm, { type, botId = bot?.id }: Choice): Promise<boolean> {
    const kept = botId === undefined ? {} : { bot_id: botId }
    const result = await api(testBotCode, { ...source, config, test_type: type, ...kept })
    setTested({ what: asText(source, config), result })
    await queries.invalidateQueries({ queryKey: [listBotTests.path] })
    return result.success
  }

  async function test(source: Source, config: BotForm, type: TestType = 'quick'): Promise<void> {
    setBusy('test')
    try {
      if (await runTest(source, config, { type })) notify('success', 'Bot test completed successfully!')
      else notify('error', 'Bot test failed. Check the results for details.')
    } catch (failure) {
      if (!onRefused(withFormFields(failure)))
        notify('error', ['Failed to test bot code.', codeError(failure)].join(' ').trim())
    }
    setBusy(null)
  }

  async function save(source: Source, config: BotForm): Promise<BotCode | null> {
    try {
      const saved = bot
        ? await api(updateBotCode, { id: bot.id, ...source, config })
        : await api(createBotCode, { ...source, config })
      onSaved(saved)
      const stale = [listBotCode.path, listBotVersions.path]
      await Promise.all(stale.map((path) => queries.invalidateQueries({ queryKey: [path] })))
      return saved
    } catch (failure) {
      const reason = codeError(failure)
      if (!onRefused(withFormFields(failure)))
        notify('error', reason ? `Failed to save bot. ${reason}` : errorText(failure, 'Failed to save bot'))
      return null
    }
  }

  async function saveAndTest(source: Source, config: BotForm): Promise<void> {
    setBusy('save')
    const what = bot ? 'Bot updated' : 'New bot created'
    const saved = await save(source, config)
    if (saved) {
      try {
        if (await runTest(source, config, { type: 'quick', botId: saved.id }))
          notify('success', `${what} and tested successfully!`)
        else notify('warning', `${what} but test failed. Check the results for details.`)
      } catch (failure) {
        notify('warning', `${what} but test failed to run: ${errorText(failure)}`)
      }
    }
    setBusy(null)
  }

  const result = tested?.result ?? null
  return {
    result,
    busy,
    test,
    saveAndTest,
    /** The line at which the tested code failed. */
    fault: useMemo(() => faultOf(result), [result]),
    /** Whether something else is in the editor by now than what was tested. */
    isStale: (source: Source, config: BotForm) => tested !== null && tested.what !== asText(source, config),
  }
}

type TestType = 'quick' | 'full'
type Choice = { readonly type: TestType; readonly botId?: string | undefined }

function faultOf(result: BotTest | null) {
  return result && !result.success && result.line !== null
    ? { line: result.line, file: result.file, text: result.error ?? '' }
    : null
}

function asText({ code, files }: Source, config: BotForm): string {
  return `${code}\n${JSON.stringify(files)}\n${JSON.stringify(Object.entries(config).sort(([a], [b]) => (a < b ? -1 : 1)))}`
}

/** The editor shows no error of the field itself, such as that there is no code at all. */
function codeError(failure: unknown): string {
  const errors = fieldErrors(failure)
  const error = Object.entries(errors).find(([field]) => /^(code|files)\b/.test(field))?.[1]
  return error === undefined ? '' : `${error}.`
}

/** The server prefixes field names with `config.`; the form does not. */
function withFormFields(failure: unknown): unknown {
  if (!(failure instanceof ApiFailure)) return failure
  const fields = Object.entries(failure.body).map(([key, value]) => [key.replace(/^config\./, ''), value] as const)
  return new ApiFailure(failure.status, Object.fromEntries(fields))
}
