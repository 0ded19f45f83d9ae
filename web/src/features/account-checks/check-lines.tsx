import { Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import type { CheckLine } from '@trading-bot/contract/rest/trading/account-checks'
import { DoneIcon, ErrorIcon, UnknownIcon } from '../../ui/icons.ts'

const NAMES: Readonly<Record<CheckLine['code'], string>> = {
  log_in: 'Log-in',
  funds: 'Funds',
  clock: 'Clock',
  feed: 'Prices',
  calendar: 'Calendar',
  instruments: 'Symbols',
}
const STATES = { ok: 'In order', problem: 'Problem', unknown: 'Not known' } as const
const ICONS = { ok: DoneIcon, problem: ErrorIcon, unknown: UnknownIcon } as const

// As in the list of what a bot needs: red is for losses.
const COLORS = {
  ok: 'var(--mantine-color-dimmed)',
  problem: 'var(--mantine-color-yellow-light-color)',
  unknown: 'var(--mantine-color-dimmed)',
} as const

/** The lines of a report, problems first; what could not be read has its own sign. */
export function CheckLines({ lines }: { lines: readonly CheckLine[] }) {
  const order = ['problem', 'unknown', 'ok']
  const sorted = lines.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
  return (
    <Stack gap={6} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
      {sorted.map(({ code, state, text }) => {
        const Icon = ICONS[state]
        return (
          <Group key={code} component="li" gap="xs" wrap="nowrap" align="flex-start" data-check={state}>
            <Icon size={18} aria-hidden style={{ flex: 'none', marginTop: 2, color: COLORS[state] }} />
            <Text
              size="sm"
              fw={state === 'problem' ? 600 : 400}
              {...(state !== 'problem' && { c: 'dimmed' })}
              style={{ overflowWrap: 'anywhere' }}
            >
              <VisuallyHidden>{STATES[state]}: </VisuallyHidden>
              {NAMES[code]}: {text}
            </Text>
          </Group>
        )
      })}
    </Stack>
  )
}
