import { Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { BotCode } from '@trading-bot/contract/rest/trading/bot-code'
import type { ReactNode } from 'react'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'

type Props = {
  query: UseQueryResult<readonly BotCode[]>
  create: ReactNode
  children: (bots: readonly BotCode[]) => ReactNode
}

export function LoadedBots({ query, create, children }: Props) {
  return (
    <Loaded
      query={query}
      skeleton={<Skeleton h={420} radius="lg" />}
      toast="Failed to load bot data"
      empty={
        <EmptyState title="No bots found" action={create}>
          A bot is a strategy with its configuration. Create the first one from the template.
        </EmptyState>
      }
    >
      {children}
    </Loaded>
  )
}
