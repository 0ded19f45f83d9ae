import { Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type EgressProbe, readLiveTerms } from '@trading-bot/contract/rest/trading/hosting'
import { formatDateTime } from '../../lib/format.ts'
import { queryOf } from '../../lib/queries/query-of.ts'
import { CopyAction } from '../../ui/controls/copy-action.tsx'
import { Facts } from '../../ui/figures/facts.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'

/** The address that the broker has to know for orders with real money. */
export function RegisteredAddress() {
  const terms = useQuery(queryOf(readLiveTerms, {}))
  return (
    <Loaded query={terms} skeleton={<Skeleton h={88} />}>
      {({ outbound_address: primary, secondary_address: secondary, probe }) =>
        primary === null ? (
          <Text size="sm" c="dimmed">
            No address is assigned to you yet. You need one only to trade with real money: ask the operator for it.
          </Text>
        ) : (
          <Stack gap="sm">
            <Facts
              items={[
                ['Primary address', <Address key="primary" address={primary} />],
                ...(secondary ? [['Secondary address', <Address key="secondary" address={secondary} />] as const] : []),
                ['Last tried', probeText(probe)],
              ]}
            />
            <Text size="sm" c="dimmed">
              Sign in to smartapi.angelone.in, open the app of your API key and enter the address there. Angel One takes
              orders from the primary address only, knows one client per address and accepts one change in seven days.
            </Text>
          </Stack>
        )
      }
    </Loaded>
  )
}

function Address({ address }: { address: string }) {
  return (
    <Group gap="xs" component="span">
      {address}
      <CopyAction value={address} label="Copy" />
    </Group>
  )
}

function probeText(probe: EgressProbe | null): string {
  if (!probe) return 'Not yet'
  const at = formatDateTime(probe.probed_at)
  if (probe.result === 'reached') return `${at}: Angel One answered`
  return probe.result === 'blocked' ? `${at}: blocked by Angel One` : `${at}: Angel One was not reached`
}
