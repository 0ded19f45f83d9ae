import { useQuery } from '@tanstack/react-query'
import { type BotCode, readCurrentBotCode } from '@trading-bot/contract/rest/trading/bot-code'
import type { Source } from '@trading-bot/contract/rest/trading/code-files'
import { TypedBotForm } from '@trading-bot/contract/rest/trading/bot-form'
import type { BotDraft } from '@trading-bot/contract/rest/trading/bot-studio'
import type { BotType } from '@trading-bot/contract/rest/billing/plans'
import { useEffect, useMemo, useRef, useState } from 'react'
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
      void botTest.saveAndTest(source, formOf(typed))
    },
    ...(onInvalid && { onInvalid }),
  })
  const { source, setSource, saved, failed } = useSource(bot, form.values.bot_type, restored)
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
  const isChanged = sourceText(source) !== sourceText(saved) || asText(form.values) !== asText(valuesOf(bot))
  useKeptDraft({ source, values: form.values, version: bot?.version_number ?? 1, isChanged, draft })

  /** Back to the newest version. */
  function discard(): void {
    draft.discard()
    setRestored(null)
    setSource(bot)
    form.setValues(valuesOf(bot))
  }
  return { form, formProps, source, setSource, failed, botTest, isChanged, restored, discard }
}

type Kept = { source: Source; values: BotValues; version: number; isChanged: boolean; draft: BotDraftHandle }

function useKeptDraft({ source, values, version, isChanged, draft }: Kept): void {
  const typed = `${sourceText(source)}\n${asText(values)}`
  // What it began with was not typed now: a draft keeps its time until something is.
  const known = useRef(typed)
  const { keep, discard } = draft
  useEffect(() => {
    if (typed === known.current) return
    known.current = typed
    if (isChanged) keep({ ...source, form: values as unknown as BotDraft['form'], base_version: version })
    else discard()
    // Everything else follows from the text.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [typed, isChanged])
}

/** The bot's files, or for a new bot the template of its type until the user types. */
function useSource(bot: BotCode | null, botType: BotType, drafted: Source | null) {
  const [typed, setTyped] = useState<Source | null>(plainSource(drafted ?? bot))
  const isNew = typed === null
  const template = useQuery({ ...queryOf(readCurrentBotCode, { bot_type: botType }), enabled: bot === null })
  const templateText = template.data?.template ?? ''
  const start = useMemo(() => plainSource(bot) ?? { code: templateText, files: null }, [bot, templateText])
  const setSource = (source: Source | null) => setTyped(plainSource(source))
  return { source: typed ?? start, saved: start, setSource, failed: isNew && template.isError }
}

/** Of a bot or a draft the code alone. */
function plainSource(from: Source | null): Source | null {
  return from && { code: from.code, files: from.files }
}

/** Files in another order are the same code. */
function sourceText({ code, files }: Source): string {
  const others = files?.others.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return others ? JSON.stringify([code, files?.entry, others.map((file) => [file.name, file.code])]) : code
}

/** The server trims and completes; a field that was typed on meanwhile stays as it is. */
function asSaved(now: Partial<BotValues>, sent: BotValues, saved: BotValues): Partial<BotValues> {
  const kept = Object.entries(now).filter(([field, value]) => value !== sent[field as keyof BotValues])
  return { ...saved, ...Object.fromEntries(kept) }
}

function isAnother(draft: BotDraft, bot: BotCode | null): boolean {
  const isForm = asText(draftValues(draft, bot)) !== asText(valuesOf(bot))
  return isForm || (bot ? sourceText(draft) !== sourceText(bot) : true)
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
