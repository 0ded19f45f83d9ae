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
import type { BotForm } from '@trading-bot/contract/rest/trading/bot-form'
import { useState } from 'react'
import { api } from '../../../lib/api/api.ts'
import { ApiFailure } from '../../../lib/api/api-failure.ts'
import { errorText, fieldErrors } from '../../../lib/api/error-text.ts'
import { notify } from '../../../lib/notifications/notify.ts'

type Options = { bot: BotCode | null; onSaved: (bot: BotCode) => void; onRefused: (failure: unknown) => void }

/** Tests a bot, or saves it and runs the quick test afterwards. */
export function useBotTest({ bot, onSaved, onRefused }: Options) {
  const [result, setResult] = useState<BotTest | null>(null)
  const [busy, setBusy] = useState<'test' | 'save' | null>(null)
  const queries = useQueryClient()

  async function runTest(code: string, config: BotForm): Promise<boolean> {
    const tested = await api(testBotCode, { code, config, test_type: 'quick' })
    setResult(tested)
    return tested.success
  }

  async function test(code: string, config: BotForm): Promise<void> {
    setBusy('test')
    try {
      if (await runTest(code, config)) notify('success', 'Bot test completed successfully!')
      else notify('error', 'Bot test failed. Check the results for details.')
    } catch (failure) {
      onRefused(withFormFields(failure))
      notify('error', 'Failed to test bot code.')
    }
    setBusy(null)
  }

  async function save(code: string, config: BotForm): Promise<boolean> {
    try {
      const saved = bot
        ? await api(updateBotCode, { id: bot.id, code, config })
        : await api(createBotCode, { code, config })
      onSaved(saved)
      const stale = [listBotCode.path, listBotVersions.path]
      await Promise.all(stale.map((path) => queries.invalidateQueries({ queryKey: [path] })))
      return true
    } catch (failure) {
      onRefused(withFormFields(failure))
      // Errors shown beside the fields need no toast with the same text.
      const isOnFields = Object.keys(fieldErrors(failure)).length > 0
      notify('error', isOnFields ? 'Failed to save bot' : errorText(failure, 'Failed to save bot'))
      return false
    }
  }

  async function saveAndTest(code: string, config: BotForm): Promise<void> {
    setBusy('save')
    const what = bot ? 'Bot updated' : 'New bot created'
    if (await save(code, config)) {
      try {
        if (await runTest(code, config)) notify('success', `${what} and tested successfully!`)
        else notify('warning', `${what} but test failed. Check the results for details.`)
      } catch (failure) {
        notify('warning', `${what} but test failed to run: ${errorText(failure)}`)
      }
    }
    setBusy(null)
  }

  return { result, busy, test, saveAndTest }
}

/** The server prefixes field names with `config.`; the form does not. */
function withFormFields(failure: unknown): unknown {
  if (!(failure instanceof ApiFailure)) return failure
  const fields = Object.entries(failure.body).map(([key, value]) => [key.replace(/^config\./, ''), value] as const)
  return new ApiFailure(failure.status, Object.fromEntries(fields))
}
