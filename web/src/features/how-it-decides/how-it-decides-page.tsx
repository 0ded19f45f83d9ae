import { NativeSelect, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { BOT_TYPE_LABELS, BOT_TYPES, BotType } from '@trading-bot/contract/rest/billing/plans'
import { findSheet, readSheet } from '@trading-bot/contract/rest/trading/sheets'
import { ApiFailure } from '../../lib/api/api-failure.ts'
import { queryOf } from '../../lib/queries/query-of.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { SheetActions } from './sheet-actions.tsx'
import { SheetBody } from './sheet-body.tsx'

const TYPES = BOT_TYPES.map((value) => ({ value, label: BOT_TYPE_LABELS[value] }))

/** How a strategy decides: the sheet of a plan's bot, a type's bot, one's own bot, or of one version. */
export function HowItDecidesPage() {
  const { kind = '', id = '' } = useParams({ strict: false })
  const type = kind === 'type' ? BotType.safeParse(id).data : undefined
  return (
    <>
      {type && <TypeChoice type={type} />}
      {kind === 'sheet' ? <Sheet logicHash={id} /> : <FoundSheet of={{ [OF[kind] ?? 'bot_type']: id }} />}
    </>
  )
}

const OF: Readonly<Record<string, 'bot_plan_id' | 'bot_id'>> = { plan: 'bot_plan_id', bot: 'bot_id' }

/** A regular plan runs a bot of one's choice. */
function TypeChoice({ type }: { type: BotType }) {
  const navigate = useNavigate()
  return (
    <NativeSelect
      label="Bot type"
      description="A regular plan runs one bot of your choice."
      maw={320}
      mb="lg"
      data={TYPES}
      value={type}
      onChange={(event) =>
        void navigate({
          to: '/how-it-decides/$kind/$id',
          params: { kind: 'type', id: event.currentTarget.value },
          replace: true,
        })
      }
    />
  )
}

function FoundSheet({ of }: { of: Parameters<typeof queryOf<typeof findSheet>>[1] }) {
  const found = useQuery(queryOf(findSheet, of))
  if (isMissing(found.error)) return <NoSheet />
  return (
    <Loaded query={found} skeleton={<SheetSkeleton />}>
      {({ logic_hash }) => <Sheet logicHash={logic_hash} />}
    </Loaded>
  )
}

function Sheet({ logicHash }: { logicHash: string }) {
  const sheet = useQuery(queryOf(readSheet, { logic_hash: logicHash }))
  if (isMissing(sheet.error)) return <NoSheet />
  return (
    <Loaded query={sheet} skeleton={<SheetSkeleton />}>
      {(loaded) => (
        <>
          <PageHeader
            title={`How ${loaded.name} decides`}
            subtitle={`${BOT_TYPE_LABELS[loaded.bot_type]}, version ${loaded.version}`}
            actions={<SheetActions sheet={loaded} />}
          />
          <SheetBody sheet={loaded} />
        </>
      )}
    </Loaded>
  )
}

/** Not sold and not held, or no address of a sheet: trying again changes nothing. */
function isMissing(failure: unknown): boolean {
  return failure instanceof ApiFailure && (failure.status === 404 || failure.status === 400)
}

function NoSheet() {
  return (
    <>
      <PageHeader title="How it decides" />
      <EmptyState title="No sheet here">
        This is not a bot that you can buy or hold now. Choose “How it decides” on a plan’s card.
      </EmptyState>
    </>
  )
}

function SheetSkeleton() {
  return <Skeleton h={560} radius="lg" />
}
