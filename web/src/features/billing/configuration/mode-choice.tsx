import { Alert, Radio, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { LIVE_CONSENT, readParticipation, TradingMode } from '@trading-bot/contract/rest/trading/bots'
import { queryOf } from '../../../lib/queries/query-of.ts'
import { ErrorIcon } from '../../../ui/icons.ts'

type Props = {
  value: TradingMode
  /** A plan may allow paper only. */
  isInPlan: boolean
  onChange: (mode: TradingMode) => void
}

/** Paper or live. Live is never the default, and every live start still asks for consent. */
export function ModeChoice({ value, isInPlan, onChange }: Props) {
  const { data } = useQuery(queryOf(readParticipation, {}))
  const isOffered = data?.is_live_offered === true
  return (
    <Stack gap="sm">
      <Radio.Group label="Trading mode" value={value} onChange={(mode) => onChange(TradingMode.parse(mode))}>
        <Stack gap="xs" mt={6}>
          <Radio
            value="paper"
            label="Paper"
            description="Real prices, virtual money. Nothing is sent to your broker."
          />
          <Radio
            value="live"
            label="Live"
            disabled={!isOffered || !isInPlan}
            description={aboutLive(data?.is_live_offered, isInPlan)}
          />
        </Stack>
      </Radio.Group>
      {value === 'live' && (
        <Alert color="yellow" variant="light" icon={<ErrorIcon />} role="note" title="This is real money">
          The bot sends orders to your broker with your own money, by its strategy and within its limits, without asking
          you each time. It can lose that money. Nothing is sent before you start it: every start asks for your password
          and for the sentence “{LIVE_CONSENT}”. It also needs verified credentials and an outbound address assigned to
          your account.
        </Alert>
      )}
    </Stack>
  )
}

function aboutLive(isOffered: boolean | undefined, isInPlan: boolean): string {
  if (isOffered === false) return 'Live trading is switched off on this platform.'
  return isInPlan
    ? 'Orders go to your broker, with real money.'
    : 'This plan allows paper trading only. Change your plan to trade live.'
}
