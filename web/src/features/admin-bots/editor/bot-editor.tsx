import { Alert, Anchor, Button, Divider, Group, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type BotCode, readCurrentBotCode } from '@trading-bot/contract/rest/trading/bot-code'
import { TypedBotForm } from '@trading-bot/contract/rest/trading/bot-form'
import type { BotType } from '@trading-bot/contract/rest/billing/plans'
import { useState } from 'react'
import { useSchemaForm } from '../../../lib/forms/use-schema-form.ts'
import { queryOf } from '../../../lib/queries/query-of.ts'
import { type BotSlots, parameterErrors } from '../bot-slots.ts'
import { BotFields } from './bot-fields.tsx'
import { formOf, valuesOf } from './bot-values.ts'
import { PythonEditor } from './python-editor.tsx'
import { TestResults } from '../testing/test-results.tsx'
import { useBotTest } from '../testing/use-bot-test.ts'

type Props = { bot: BotCode | null; slots: BotSlots; onSaved: (bot: BotCode) => void; onClose: () => void }

export function BotEditor({ bot, slots, onSaved, onClose }: Props) {
  const { form, formProps, showServerErrors } = useSchemaForm({
    schema: TypedBotForm,
    initialValues: valuesOf(bot),
    onSubmit: (values) => void botTest.saveAndTest(code, formOf(values)),
  })
  const { code, setCode, failed } = useCode(bot, form.values.bot_type)
  const botTest = useBotTest({ bot, onSaved, onRefused: showServerErrors })
  const { result, busy } = botTest
  const fault =
    result && !result.success && result.line !== null ? { line: result.line, text: result.error ?? '' } : null
  return (
    <form {...formProps} aria-label="Bot">
      <Stack gap="md">
        <BotFields form={form} />
        {bot &&
          slots.parameterFields({
            parameters: bot.parameters,
            values: form.values.author_parameters,
            onChange: (values) => form.setFieldValue('author_parameters', values),
            errors: parameterErrors(form.errors),
          })}
        <Divider />
        <Group justify="space-between">
          <Title order={3}>Python Code</Title>
          {/* In a tab of its own, so that nothing typed here is lost. */}
          <Anchor href="/admin/guide" target="_blank" size="sm">
            Author’s guide
          </Anchor>
        </Group>
        {failed && (
          <Alert color="red" variant="light">
            Failed to load bot code and configuration
          </Alert>
        )}
        <PythonEditor label="Python code" value={code} onChange={setCode} fault={fault} />
        <TestResults result={result} isRunning={busy !== null} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          <Button
            variant="default"
            loading={busy === 'test'}
            disabled={busy === 'save'}
            onClick={() => void botTest.test(code, formOf(form.values))}
          >
            Test Bot
          </Button>
          <Button type="submit" loading={busy === 'save'} disabled={busy === 'test'}>
            Save & Test Bot
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** The bot's code, or for a new bot the template of its type until the user types. */
function useCode(bot: BotCode | null, botType: BotType) {
  const [typed, setTyped] = useState<string | null>(bot?.code ?? null)
  const isNew = typed === null
  const template = useQuery({ ...queryOf(readCurrentBotCode, { bot_type: botType }), enabled: isNew })
  return { code: typed ?? template.data?.template ?? '', setCode: setTyped, failed: isNew && template.isError }
}
