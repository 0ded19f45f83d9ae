import { Alert, Button, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type BusinessDesk, exportBusiness, readBusiness } from '@trading-bot/contract/rest/billing/business'
import { formatNumber } from '@trading-bot/core/format-number'
import { formatRupees } from '@trading-bot/core/money'
import { type ReactNode, useState } from 'react'
import { formatDateTime } from '../../lib/format.ts'
import { queryOf } from '../../lib/queries/query-of.ts'
import { useCall } from '../../lib/queries/use-call.ts'
import { saveFile } from '../../lib/save-file.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { StatCards } from '../../ui/figures/stat-cards.tsx'
import { DownloadIcon, ErrorIcon } from '../../ui/icons.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { DataTable } from '../../ui/tables/data-table.tsx'
import { CohortTable } from './cohort-table.tsx'
import { DuePart } from './due-part.tsx'
import { type MoneyBehind, MoneyDrawer } from './money-drawer.tsx'
import { MonthsTable, Opens } from './months-table.tsx'
import { monthName } from './movement-words.ts'
import { type Behind, PayersDrawer } from './payers-drawer.tsx'
import { TrialsTable } from './trials-table.tsx'

/** How the business runs: recurring revenue, what moved it, who stays, and what is due. */
export function BusinessPage() {
  const desk = useQuery(queryOf(readBusiness, {}))
  const [behind, setBehind] = useState<Behind | null>(null)
  const [money, setMoney] = useState<MoneyBehind | null>(null)
  const download = useCall(exportBusiness, {
    onDone: (bytes) => saveFile(bytes, 'business.csv', exportBusiness.produces),
  })
  const asOf = desk.data?.as_of
  return (
    <>
      <PageHeader
        title="Business"
        subtitle={
          asOf
            ? `Recurring revenue and what moved it, as of ${formatDateTime(asOf)}.`
            : 'Recurring revenue and what moved it.'
        }
        actions={
          <Button
            variant="default"
            leftSection={<DownloadIcon size={16} />}
            loading={download.isPending}
            onClick={() => download.mutate({})}
          >
            Export CSV
          </Button>
        }
      />
      <Figures desk={desk.data} />
      <Loaded query={desk} skeleton={<Skeleton h={480} radius="lg" />}>
        {(shown) =>
          shown.months.length === 0 && shown.trials.length === 0 ? (
            <EmptyState title="No paid plans yet">
              The first figures appear some minutes after the first payment.
            </EmptyState>
          ) : (
            <Desk desk={shown} onOpen={setBehind} onOpenMoney={setMoney} />
          )
        }
      </Loaded>
      {behind && <PayersDrawer behind={behind} onClose={() => setBehind(null)} />}
      {money && <MoneyDrawer behind={money} onClose={() => setMoney(null)} />}
    </>
  )
}

function Figures({ desk }: { desk: BusinessDesk | undefined }) {
  return (
    <StatCards
      items={[
        { label: 'MRR', value: desk && formatRupees(desk.mrr), hint: 'A month’s worth of all running plans, less GST' },
        { label: 'ARR', value: desk && formatRupees(desk.arr), hint: 'Twelve times the MRR' },
        { label: 'Paying users', value: desk && formatNumber(desk.payers), hint: 'With a paid period that runs' },
        {
          label: 'ARPU',
          value: desk && (desk.arpu === null ? '–' : formatRupees(desk.arpu)),
          hint: 'MRR for each paying user',
        },
      ]}
    />
  )
}

type DeskProps = {
  desk: BusinessDesk
  onOpen: (behind: Behind) => void
  onOpenMoney: (behind: MoneyBehind) => void
}

function Desk({ desk, onOpen, onOpenMoney }: DeskProps) {
  const newest = desk.months[0]?.month
  const differing = desk.months.filter(({ differs_since }) => differs_since !== null)
  return (
    <Stack gap="xl">
      {differing.length > 0 && (
        <Alert color="red" variant="light" icon={<ErrorIcon />} title="Published figures come out differently now">
          {`${differing.map(({ month }) => monthName(month)).join(', ')}: the nightly check computes other figures. The ones below stay as they were published; see the system log.`}
        </Alert>
      )}
      <Block title="MRR by month" about="What each month began with, what moved it and what it ended with.">
        <MonthsTable months={desk.months} onOpen={onOpen} onOpenMoney={onOpenMoney} />
      </Block>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl">
        <Block title="Plans" about="By what their payers are worth a month.">
          <DataTable
            name="Plans by MRR"
            rows={desk.plans}
            rowKey={({ name }) => name}
            columns={[
              { title: 'Plan', cell: ({ name }) => name },
              { title: 'Payers', isFigure: true, cell: ({ payers }) => formatNumber(payers) },
              {
                title: 'MRR',
                isFigure: true,
                cell: ({ name, mrr }) =>
                  newest === undefined ? (
                    formatRupees(mrr)
                  ) : (
                    <Opens
                      name={`MRR of ${name}`}
                      onClick={() => onOpen({ month: newest, list: 'paying', plan: name })}
                    >
                      {formatRupees(mrr)}
                    </Opens>
                  ),
              },
            ]}
          />
        </Block>
        <Block title="Due within 30 days" about="Plans that end, at what the next period costs their holders.">
          <DuePart due={desk.due} />
        </Block>
      </SimpleGrid>
      <Block
        title="Free trials"
        about="By the month of their end. A trial converts if its holder pays by a week after it."
      >
        <TrialsTable trials={desk.trials} />
      </Block>
      <Block
        title="Who stays"
        about="Of those who began in a month, how many paid at its end and at the end of each month after."
      >
        <CohortTable cohorts={desk.cohorts} onOpen={onOpen} />
      </Block>
    </Stack>
  )
}

function Block({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  return (
    <Stack gap="sm" component="section" aria-label={title}>
      <div>
        <Title order={2} size="h3">
          {title}
        </Title>
        <Text size="sm" c="dimmed">
          {about}
        </Text>
      </div>
      {children}
    </Stack>
  )
}
