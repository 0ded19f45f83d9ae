import { Button, Group, Skeleton, Stack } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { type BotCode, readBotCode } from '@trading-bot/contract/rest/trading/bot-code'
import { useEffect, useState } from 'react'
import { AuthorParameterFields } from '../../features/author-parameters/author-parameter-fields.tsx'
import { StrategyChart } from '../../features/charts/index.ts'
import { LiveOutputPanel } from '../../features/live-output/live-output-panel.tsx'
import { parameterErrors } from '../../features/admin-bots/bot-slots.ts'
import { SellLink } from '../../features/admin-bots/sell-link.tsx'
import { BotFields } from '../../features/admin-bots/editor/bot-fields.tsx'
import { formOf } from '../../features/admin-bots/editor/bot-values.ts'
import { DraftNotice } from '../../features/admin-bots/editor/draft-notice.tsx'
import { useBotWorkspace } from '../../features/admin-bots/editor/use-bot-workspace.ts'
import { BacktestDesk } from '../../features/admin-bots/backtests/backtest-desk.tsx'
import { SweepPanel } from '../../features/admin-bots/sweeps/sweep-panel.tsx'
import { TestResults } from '../../features/admin-bots/testing/test-results.tsx'
import { VersionsPanel } from '../../features/admin-bots/versions/versions-panel.tsx'
import { AuthorLibrariesLine } from '../../features/studio/author-libraries-line.tsx'
import { ComparePanel } from '../../features/studio/compare-panel.tsx'
import { type Place, SourceEditor } from '../../features/studio/files/source-editor.tsx'
import { KeptTests } from '../../features/studio/kept-tests.tsx'
import { RunningInstances } from '../../features/studio/running-instances.tsx'
import { StudioHead } from '../../features/studio/studio-head.tsx'
import { StudioLayout, type StudioTab } from '../../features/studio/studio-layout.tsx'
import { useCodeProblems } from '../../features/studio/use-code-problems.ts'
import { type BotDraftHandle, useBotDraft } from '../../lib/drafts/use-bot-draft.ts'
import { notify } from '../../lib/notifications/notify.ts'
import { queryOf } from '../../lib/queries/query-of.ts'
import { AskBeforeLeaving } from '../../ui/feedback/ask-before-leaving.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'

/** One bot's page: its code at full height with test, backtest, sweep, versions and live output beside it. */
export function StudioScreen() {
  const { botId = '' } = useParams({ strict: false })
  // Read once for each visit: a newer version must not replace what is being typed.
  const once = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 }
  const bot = useQuery({ ...queryOf(readBotCode, { id: botId }), ...once })
  return (
    <Loaded query={bot} skeleton={<Skeleton h="70dvh" radius="lg" />}>
      {(loaded) => <Drafted key={loaded.id} bot={loaded} />}
    </Loaded>
  )
}

type Props = { bot: BotCode }

function Drafted(props: Props) {
  const draft = useBotDraft(props.bot.id)
  return draft.found === undefined ? <Skeleton h="70dvh" radius="lg" /> : <Studio {...props} draft={draft} />
}

function Studio({ bot, draft }: Props & { draft: BotDraftHandle }) {
  const queries = useQueryClient()
  const { tab, setTab } = useTab()
  const [shown, setShown] = useState<Place | null>(null)
  const keepBot = (saved: BotCode) => queries.setQueryData(queryOf(readBotCode, { id: bot.id }).queryKey, saved)
  const workspace = useBotWorkspace({
    bot,
    draft,
    onSaved: keepBot,
    onInvalid: (error) => {
      setTab('settings')
      notify('error', error)
    },
  })
  const { form, formProps, source, setSource, botTest, isChanged, restored, discard } = workspace
  const config = formOf(form.values)
  const problems = useCodeProblems(source)
  const isUnkept = isChanged && (draft.state === 'nowhere' || draft.state === 'typing')
  const test = (type: 'quick' | 'full' = 'quick') => {
    if (botTest.busy) return
    setTab('test')
    void botTest.test(source, config, type)
  }
  const save = () => botTest.busy === null && formProps.onSubmit()
  useShortcuts({ s: save, Enter: () => test() })
  const tabs: readonly StudioTab[] = [
    {
      value: 'test',
      label: 'Test',
      content: (
        <TestTab
          botId={bot.id}
          botTest={botTest}
          isStale={botTest.isStale(source, config)}
          onFullTest={() => test('full')}
          onLine={setShown}
        />
      ),
    },
    {
      value: 'backtest',
      label: 'Backtest',
      content: <BacktestDesk botId={bot.id} config={config} source={isChanged ? source : null} />,
    },
    { value: 'sweep', label: 'Sweep', content: <SweepPanel key={bot.version_number} bot={bot} /> },
    {
      value: 'versions',
      label: 'Versions',
      content: (
        <Stack gap="lg">
          <ComparePanel botId={bot.id} source={source} newest={bot.version_number} />
          <VersionsPanel bot={bot} onChanged={keepBot} isCompact />
        </Stack>
      ),
    },
    {
      value: 'live',
      label: 'Live',
      content: (
        <Stack gap="lg">
          <RunningInstances bot={bot} />
          {bot.deployed_version !== null && (
            <StrategyChart botId={bot.id} symbols={symbolsOf(bot)} interval={bot.config.interval} />
          )}
          <LiveOutputPanel botId={bot.id} />
        </Stack>
      ),
    },
    {
      value: 'settings',
      label: 'Settings',
      content: (
        <form {...formProps} aria-label="Settings">
          <SettingsFields bot={bot} form={form} />
        </form>
      ),
    },
  ]
  return (
    <>
      <AskBeforeLeaving isUnkept={isUnkept}>
        Neither this browser nor the server could keep what you typed. Save it as a version, or copy it first.
      </AskBeforeLeaving>
      <StudioLayout
        tab={tab}
        onTab={setTab}
        tabs={tabs}
        head={
          <Stack gap="xs">
            <StudioHead
              bot={bot}
              draftState={draft.state}
              isChanged={isChanged}
              busy={botTest.busy}
              onTest={() => test()}
              onSave={save}
              actions={<SellLink bot={bot} size="sm" />}
            />
            {restored && (
              <DraftNotice draft={restored} bot={bot} onDiscard={discard}>
                <Button size="compact-sm" variant="default" onClick={() => setTab('versions')}>
                  Compare
                </Button>
              </DraftNotice>
            )}
          </Stack>
        }
        editor={
          <SourceEditor
            source={source}
            onChange={setSource}
            fault={botTest.isStale(source, config) ? null : botTest.fault}
            problems={problems}
            shown={shown}
          />
        }
      />
    </>
  )
}

function symbolsOf({ multiple_symbols, symbol }: BotCode): string[] {
  return multiple_symbols.length > 0 ? multiple_symbols.map((each) => each.symbol) : [symbol]
}

type SettingsProps = { bot: BotCode; form: ReturnType<typeof useBotWorkspace>['form'] }

function SettingsFields({ bot, form }: SettingsProps) {
  return (
    <Stack gap="md">
      <AuthorParameterFields
        parameters={bot.parameters}
        values={form.values.author_parameters}
        onChange={(values) => form.setFieldValue('author_parameters', values)}
        errors={parameterErrors(form.errors)}
      />
      <BotFields form={form} />
    </Stack>
  )
}

type TestTabProps = {
  botId: string
  botTest: ReturnType<typeof useBotWorkspace>['botTest']
  isStale: boolean
  onFullTest: () => void
  onLine: (place: Place) => void
}

function TestTab({ botId, botTest: { result, busy }, isStale, onFullTest, onLine }: TestTabProps) {
  return (
    <Stack gap="lg">
      <Group gap="xs">
        <Button size="xs" variant="default" loading={busy === 'test'} onClick={onFullTest}>
          Full test with publish checks
        </Button>
      </Group>
      <AuthorLibrariesLine />
      <TestResults result={result} isRunning={busy !== null} isStale={isStale} onLine={onLine} />
      <KeptTests botId={botId} show={(kept) => <TestResults result={kept} isRunning={false} onLine={onLine} />} />
    </Stack>
  )
}

const TABS = ['test', 'backtest', 'sweep', 'versions', 'live', 'settings']

/** The open tab stands in the address, so that a reload or a link shows the same. */
function useTab() {
  const { tab } = useSearch({ strict: false }) as { tab?: string }
  const navigate = useNavigate()
  const setTab = (next: string) =>
    void navigate({ to: '.', search: (before) => ({ ...before, tab: next }), replace: true })
  return { tab: tab !== undefined && TABS.includes(tab) ? tab : 'test', setTab }
}

/** Ctrl or Cmd with a key, wherever the focus is on this page. */
function useShortcuts(actions: Readonly<Record<string, () => unknown>>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const action = event.ctrlKey || event.metaKey ? actions[event.key] : undefined
      if (!action || event.shiftKey || event.altKey) return
      event.preventDefault()
      action()
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  })
}
