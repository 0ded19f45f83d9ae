import { Alert, Checkbox, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { readLiveTerms } from '@trading-bot/contract/rest/trading/hosting'
import type { RefObject } from 'react'
import { formatDateTime } from '../../lib/format.ts'
import { queryOf } from '../../lib/queries/query-of.ts'
import { Facts } from '../../ui/figures/facts.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'

export function useLiveTerms(isLive: boolean) {
  return useQuery({ ...queryOf(readLiveTerms, {}), enabled: isLive, staleTime: 0 })
}

type Props = {
  query: ReturnType<typeof useLiveTerms>
  isConfirmed: boolean
  problem: string | null
  checkbox: RefObject<HTMLInputElement | null>
  onConfirm: (isConfirmed: boolean) => void
}

/** What a live start rests on: the address to register, the provider, and the parameters the owner confirms as own. */
export function LiveTermsPart({ query, isConfirmed, problem, checkbox, onConfirm }: Props) {
  return (
    <Loaded query={query} skeleton={<Skeleton h={64} />}>
      {({ outbound_address, provider, own_parameters }) => (
        <Stack gap="md">
          {outbound_address && (
            <Alert variant="light">
              {'Your orders leave from '}
              <b>{outbound_address}</b>
              {'. It must be registered as the primary address of your API key at smartapi.angelone.in.'}
            </Alert>
          )}
          {provider && (
            <Text size="sm">
              {`The strategy is run by the algo provider ${provider.name}, empanelment ${provider.number}, valid until ${formatDateTime(provider.valid_until)}.`}
            </Text>
          )}
          {own_parameters && (
            <Stack gap="xs">
              <Facts items={own_parameters.lines.map(({ label, value }) => [label, value] as const)} />
              <Checkbox
                ref={checkbox}
                label="These are my own parameters: I chose them myself, and the trading decisions are mine."
                checked={isConfirmed}
                error={problem}
                onChange={(event) => onConfirm(event.currentTarget.checked)}
              />
            </Stack>
          )}
        </Stack>
      )}
    </Loaded>
  )
}
