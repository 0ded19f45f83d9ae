import { Alert, Anchor, Button, Divider, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { BotCode } from '@trading-bot/contract/rest/trading/bot-code'
import { type BotDraftHandle, useBotDraft } from '../../../lib/drafts/use-bot-draft.ts'
import { PythonEditor } from '../../../ui/code-editor/python-editor.tsx'
import { type BotSlots, parameterErrors } from '../bot-slots.ts'
import { TestResults } from '../testing/test-results.tsx'
import { BotFields } from './bot-fields.tsx'
import { formOf } from './bot-values.ts'
import { DraftNotice } from './draft-notice.tsx'
import { useBotWorkspace } from './use-bot-workspace.ts'

type Props = { bot: BotCode | null; slots: BotSlots; onSaved: (bot: BotCode) => void; onClose: () => void }

/** Closing it loses nothing: what was typed is kept as a draft and shown again. */
export function BotEditor(props: Props) {
  const draft = useBotDraft(props.bot?.id ?? null)
  return draft.found === undefined ? <Skeleton h={480} /> : <Ready {...props} draft={draft} />
}

function Ready({ bot, slots, onSaved, onClose, draft }: Props & { draft: BotDraftHandle }) {
  const workspace = useBotWorkspace({ bot, draft, onSaved })
  const { form, formProps, source, setSource, failed, botTest, restored } = workspace
  const others = source.files?.others.length ?? 0
  const { result, busy, fault } = botTest
  return (
    <form {...formProps} aria-label="Bot">
      <Stack gap="md">
        {restored && <DraftNotice draft={restored} bot={bot} onDiscard={workspace.discard} />}
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
        {others > 0 && (
          <Text size="sm" c="dimmed">
            {`This is ${source.files?.entry}, the entry point. Its ${others === 1 ? 'other file is' : `${others} other files are`} edited in the studio.`}
          </Text>
        )}
        <PythonEditor
          label="Python code"
          value={source.code}
          onChange={(code) => setSource({ ...source, code })}
          fault={fault?.file === null ? fault : null}
        />
        <TestResults result={result} isRunning={busy !== null} isStale={botTest.isStale(source, formOf(form.values))} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          <Button
            variant="default"
            loading={busy === 'test'}
            disabled={busy === 'save'}
            onClick={() => void botTest.test(source, formOf(form.values))}
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
