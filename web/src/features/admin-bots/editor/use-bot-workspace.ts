import { useQuery } from '@tanstack/react-query'
import { type BotCode, readCurrentBotCode } from '@trading-bot/contract/rest/trading/bot-code'
import { TypedBotForm } from '@trading-bot/contract/rest/trading/bot-form'
import type { BotDraft } from '@trading-bot/contract/rest/trading/bot-studio'
import type { BotType } from '@trading-bot/contract/rest/billing/plans'
import { useEffect, useRef, useState } from 'react'
import type { BotDraftHandle } from '../../../lib/drafts/use-bot-draft.ts'
import { useSchemaForm } from '../../../lib/forms/use-schema-form.ts'
import { queryOf } from '../../../lib/queries/query-of.ts'
import { useBotTest } from '../testing/use-bot-test.ts'
import { type BotValues, formOf, valuesOf } from './bot-values.ts'

type Options = {
  bot: BotCode | null
  draft: BotDraftHandle
  onSaved: (bot: BotCode) => void
  /** A field is not valid, and perhaps not on the screen. */
  onInvalid?: (error: string) => void
}

/** A bot's code and form while they are edited: begun from the draft if there is one, and kept as a draft. */
export function useBotWorkspace({ bot, draft, onSaved, onInvalid }: Options) {
  const [restored, setRestored] = useState(() => (draft.found && isAnother(draft.found, bot) ? draft.found : null))
  const [values] = useState(() => (restored ? draftValues(restored, bot) : valuesOf(bot)))
  const submitted = useRef(values)
  const { form, formProps, showServerErrors } = useSchemaForm({
    schema: TypedBotForm,
    initialValues: values,
    onSubmit: (typed) => {
      submitted.current = typed
      void botTest.saveAndTest(code, formOf(typed))
    },
    ...(onInvalid && { onInvalid }),
  })
  const { code, setCode, saved, failed } = useCode(bot, form.values.bot_type, restored?.code ?? null)
  const botTest = useBotTest({
    bot,
    onSaved: (next) => {
      // The server has removed its draft with the save; one that was still on its way is removed too.
      draft.discard()
      setRestored(null)
      form.setValues((now) => asSaved(now, submitted.current, valuesOf(next)))
      onSaved(next)
    },
    onRefused: showServerErrors,
  })
  const isChanged = code !== saved || asText(form.values) !== asText(valuesOf(bot))
  useKeptDraft({ code, values: form.values, version: bot?.version_number ?? 1, isChanged, draft })

  /** Back to the newest version. */
  function discard(): void {
    draft.discard()
    setRestored(null)
    setCode(bot?.code ?? null)
    form.setValues(valuesOf(bot))
  }
  return { form, formProps, code, setCode, failed, botTest, isChanged, restored, discard }
}

type Kept = { code: string; values: BotValues; version: number; isChanged: boolean; draft: BotDraftHandle }

function useKeptDraft({ code, values, version, isChanged, draft }: Kept): void {
  const typed = `${code}\n${asText(values)}`
  // What it began with was not typed now: a draft keeps its time until something is.
  const known = useRef(typed)
  const { keep, discard } = draft
  useEffect(() => {
    if (typed === known.current) return
    known.current = typed
    if (isChanged) keep({ code, form: values as unknown as BotDraft['form'], base_version: version })
    else discard()
    // Everything else follows from the text.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [typed, isChanged])
}

/** The bot's code, or for a new bot the template of its type until the user types. */
function useCode(bot: BotCode | null, botType: BotType, drafted: string | null) {
  const [typed, setTyped] = useState<string | null>(drafted ?? bot?.code ?? null)
  const isNew = typed === null
  const template = useQuery({ ...queryOf(readCurrentBotCode, { bot_type: botType }), enabled: bot === null })
  const start = bot?.code ?? template.data?.template ?? ''
  return { code: typed ?? start, saved: start, setCode: setTyped, failed: isNew && template.isError }
}

/** The server trims and completes; a field that was typed on meanwhile stays as it is. */
function asSaved(now: Partial<BotValues>, sent: BotValues, saved: BotValues): Partial<BotValues> {
  const kept = Object.entries(now).filter(([field, value]) => value !== sent[field as keyof BotValues])
  return { ...saved, ...Object.fromEntries(kept) }
}

function isAnother(draft: BotDraft, bot: BotCode | null): boolean {
  const isForm = asText(draftValues(draft, bot)) !== asText(valuesOf(bot))
  return isForm || (bot ? draft.code !== bot.code : true)
}

/** Fields that the form no longer has are left out, fields that it got since are the bot's. */
function draftValues({ form }: BotDraft, bot: BotCode | null): BotValues {
  const saved = valuesOf(bot)
  const typed = Object.keys(saved).flatMap((field) => (field in form ? [[field, form[field]]] : []))
  return { ...saved, ...Object.fromEntries(typed) }
}

function asText(values: BotValues): string {
  return JSON.stringify(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1)))
}
