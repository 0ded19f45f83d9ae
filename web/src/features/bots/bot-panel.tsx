import { Alert, Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { CallAnswer } from '@trading-bot/contract/rest/call'
import type { Bot, readParticipation } from '@trading-bot/contract/rest/trading/bots'
import type { Readiness } from '@trading-bot/contract/rest/trading/readiness'
import { BOT_TYPE_LABELS } from '@trading-bot/contract/rest/billing/plans'
import { formatRupees } from '@trading-bot/core/money'
import { type ReactNode, useState } from 'react'
import { useIsPhone } from '../../lib/use-is-phone.ts'
import { Facts } from '../../ui/figures/facts.tsx'
import { ErrorIcon } from '../../ui/icons.ts'
import { InTurn } from '../../ui/layout/in-turn.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { TermHelp } from '../../ui/help/term-help.tsx'
import { ModeBadge } from '../../ui/badges/mode-badge.tsx'
import { StatusBadge } from '../../ui/badges/status-badge.tsx'
import { BotControls } from './bot-controls.tsx'
import { useParticipation } from './bot-queries.ts'
import { EndedPlanNotice } from './ended-plan-notice.tsx'
import { LimitFigures } from './limit-figures.tsx'
import { ReadinessList } from './readiness-list.tsx'

/** Controls of other features for this bot, beside its limits. */
type RenderTools = (bot: Bot) => ReactNode

export type Participation = CallAnswer<typeof readParticipation>

type Props = {
  renderTools?: RenderTools
  /** What is missing is listed elsewhere on the screen. */
  isPlain?: boolean
}

/** The subscribed bot: whether it trades, what prevents it from trading, and its controls. */
export function BotPanel({ renderTools, isPlain = false }: Props) {
  const participation = useParticipation()
  return (
    <Paper component="section" aria-label="Your Bot" p={{ base: 'md', sm: 'lg' }} radius="lg">
      <Loaded query={participation} skeleton={<Skeleton h={196} />}>
        {(state) => (
          <InTurn meanwhile={<Skeleton h={196} aria-busy="true" />}>
            <Panel state={state} renderTools={renderTools} isPlain={isPlain} />
          </InTurn>
        )}
      </Loaded>
    </Paper>
  )
}

type PanelProps = { state: Participation; renderTools: RenderTools | undefined; isPlain: boolean }

function Panel({ state, renderTools, isPlain }: PanelProps) {
  const isPhone = useIsPhone()
  const { bot, closing, mode, is_user_participating, readiness } = state
  const hasPlan = readiness.some(({ code, is_ready }) => code === 'subscription' && is_ready)
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Group gap="sm">
          <Title order={2}>{bot?.name ?? 'Your Bot'}</Title>
          <StatusBadge status={bot?.status ?? 'none found'} />
          <Group gap={2} wrap="nowrap">
            <ModeBadge mode={mode} />
            <TermHelp term={mode} />
          </Group>
        </Group>
        <BotControls bot={bot} hasPlan={hasPlan} isParticipating={is_user_participating} mode={mode} />
      </Group>
      <EndedPlanNotice closing={closing} hasNewPlan={hasPlan} />
      {bot?.status_reason && (
        <Alert color={bot.status === 'error' ? 'red' : 'yellow'} variant="light" icon={<ErrorIcon />}>
          {bot.status_reason}
        </Alert>
      )}
      <ReadinessState state={state} isPlain={isPlain} />
      {bot &&
        (isPhone ? (
          <Folded>
            <Details bot={bot} tools={renderTools?.(bot)} />
          </Folded>
        ) : (
          <Details bot={bot} tools={renderTools?.(bot)} />
        ))}
    </Stack>
  )
}

/** What the bot trades with and how far its limits are used. */
function Details({ bot, tools }: { bot: Bot; tools: ReactNode }) {
  return (
    <Stack gap="md">
      <Facts
        isStacked
        items={[
          ['Strategy', labelOf(bot.bot_type)],
          ['Symbols', bot.symbols.length > 2 ? `${bot.symbols.length} symbols` : bot.symbols.join(', ')],
          ['Capital', formatRupees(bot.capital_amount)],
          ['Entry orders a day', `${bot.max_orders_per_day} at most`],
          ['Open positions', bot.open_positions],
        ]}
      />
      <LimitFigures botId={bot.id} tools={tools} />
    </Stack>
  )
}

/** On a phone the details wait behind a button, so that the page stays short. */
function Folded({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" size="xs" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Hide settings and limits' : 'Settings and limits'}
      </Button>
      {isOpen && children}
    </>
  )
}

/** What the steps above the panel name already. What real money needs beyond them they do not. */
function isFirstStep(code: Readiness['code']): boolean {
  return !code.startsWith('live_')
}

/** One line when all is well; otherwise what is missing and where to fix it. */
function ReadinessState({ state, isPlain }: { state: Participation; isPlain: boolean }) {
  const open = state.readiness.filter(
    ({ code, is_ready, warning }) => (!is_ready && !(isPlain && isFirstStep(code))) || warning !== null,
  )
  return (
    <div>
      <Text size="sm" mb={open.length > 0 ? 'sm' : 0}>
        <Text span inherit fw={600}>
          Will my bot trade?
        </Text>{' '}
        <Text span inherit c="dimmed">
          {state.will_trade.sentence}
        </Text>
      </Text>
      {open.length > 0 && <ReadinessList items={open} />}
    </div>
  )
}

function labelOf(botType: string): string {
  return (BOT_TYPE_LABELS as Readonly<Record<string, string>>)[botType] ?? botType
}
