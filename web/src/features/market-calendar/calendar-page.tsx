import { Button, Group, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { readCalendar, readCalendarHistory } from '@trading-bot/contract/rest/trading/calendar'
import { useState } from 'react'
import { queryOf } from '../../lib/queries/query-of.ts'
import { useListSearch } from '../../lib/use-list-search.ts'
import { Filter } from '../../ui/tables/filter.tsx'
import { HistoryList } from '../../ui/history/history-list.tsx'
import { UploadIcon } from '../../ui/icons.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { HolidayList } from './holiday-list.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { SessionHoursList } from './session-hours-list.tsx'
import { SpecialSessionList } from './special-session-list.tsx'
import { YearState } from './year-state.tsx'

const ACTIONS = {
  'calendar.holiday_saved': 'Holiday saved',
  'calendar.holiday_removed': 'Holiday removed',
  'calendar.holidays_imported': 'Holidays imported',
  'calendar.session_saved': 'Special session saved',
  'calendar.session_removed': 'Special session removed',
  'calendar.hours_saved': 'Hours saved',
  'calendar.hours_removed': 'Hours removed',
  'calendar.year_confirmed': 'Year confirmed',
  'calendar.year_reopened': 'Confirmation withdrawn',
}

/** The NSE trading calendar by year, used by every bot, backtest and screen. */
export function CalendarPage() {
  const [{ year: requestedYear = '' }, setSearch] = useListSearch()
  const [isImporting, setImporting] = useState(false)
  const chosen = Number(requestedYear)
  const calendar = useQuery(queryOf(readCalendar, isYear(chosen) ? { year: chosen } : {}))
  const year = calendar.data?.year
  const years = calendar.data?.years.map((each) => String(each.year)) ?? []
  return (
    <>
      <PageHeader
        title="Market calendar"
        subtitle="The days and hours NSE trades. Changes take effect within seconds, without a restart."
        actions={
          <Group align="flex-end">
            <Filter
              label="Year"
              value={String(year ?? '')}
              options={Object.fromEntries([...new Set([...years, String(year ?? '')])].map((each) => [each, each]))}
              onChange={(next) => setSearch({ year: next })}
            />
            <Button leftSection={<UploadIcon size={16} />} onClick={() => setImporting(true)} disabled={!year}>
              Import holidays
            </Button>
          </Group>
        }
      />
      <Loaded query={calendar} skeleton={<Skeleton h={480} radius="lg" />}>
        {(data) => (
          <Stack gap={0}>
            <YearState calendar={data} />
            <Section title="Holidays" about={`Days of ${data.year} on which NSE’s cash market is closed.`}>
              <HolidayList year={data.year} holidays={data.holidays} />
            </Section>
            <Section
              title="Special sessions"
              about="Sessions outside the rule: a weekend, a holiday, other hours. Without hours the day stays closed."
            >
              <SpecialSessionList year={data.year} sessions={data.special_sessions} />
            </Section>
            <Section
              title="Usual hours"
              about="Trading hours and the bots’ cut-offs, each from its date on. India time."
            >
              <SessionHoursList hours={data.hours} />
            </Section>
            <Section title="History" about={`Who changed the calendar of ${data.year} and the usual hours.`}>
              <History year={data.year} />
            </Section>
          </Stack>
        )}
      </Loaded>
      {isImporting && year !== undefined && <ImportDialog year={year} onClose={() => setImporting(false)} />}
    </>
  )
}

function History({ year }: { year: number }) {
  const history = useQuery(queryOf(readCalendarHistory, { year }))
  return (
    <Loaded query={history} skeleton={<Skeleton h={80} />}>
      {(lines) => <HistoryList lines={lines} titles={ACTIONS} />}
    </Loaded>
  )
}

function isYear(value: number): boolean {
  return value >= 2000 && value <= 2100
}
