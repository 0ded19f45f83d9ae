import { Box, Group, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { COVERAGE_LETTERS, type Coverage, readCoverage } from '@trading-bot/contract/rest/trading/market-data'
import { type MouseEvent, useState } from 'react'
import { queryOf } from '../../lib/queries/query-of.ts'
import { pageOf } from '../../lib/page-of.ts'
import { useListSearch } from '../../lib/use-list-search.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { PastTheEnd } from '../../ui/tables/past-the-end.tsx'
import { Pager } from '../../ui/tables/pager.tsx'
import { SearchField } from '../../ui/tables/search-field.tsx'
import classes from './coverage-map.module.css'
import { DayDrawer } from './day-drawer.tsx'
import { isUnderWay, useNewestFetch } from './use-newest-fetch.ts'
import { yearBack } from './year-back.ts'

const PAGE_SIZE = 25
const WHILE_FETCHING_MS = 4_000

type Row = Coverage['symbols'][number]
type Letter = keyof typeof COVERAGE_LETTERS
type Chosen = { readonly symbol: string; readonly token: string; readonly day: string }

/** Symbols by days, coloured by what is stored. */
export function CoverageMap() {
  const [{ search = '', page }, setSearch] = useListSearch()
  const showPage = (next: number) => setSearch({ page: String(next) })
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [range] = useState(yearBack)
  const wanted = { ...range, page: pageOf(page), page_size: PAGE_SIZE, ...(search && { search }) }
  const fetch = useNewestFetch().data?.fetch
  const coverage = useQuery({
    ...queryOf(readCoverage, wanted),
    placeholderData: (before) => before,
    refetchInterval: fetch && isUnderWay(fetch) ? WHILE_FETCHING_MS : false,
  })
  return (
    <Stack>
      <Group justify="space-between" align="flex-end">
        <SearchField
          placeholder="Symbol or name"
          value={search}
          onSearch={(text) => setSearch({ search: text, page: '' })}
        />
        <Legend />
      </Group>
      <Loaded query={coverage} skeleton={<Skeleton h={420} />}>
        {({ days, symbols, total }) =>
          total > 0 && symbols.length === 0 ? (
            <PastTheEnd page={wanted.page} pageSize={PAGE_SIZE} total={total} onPage={showPage} />
          ) : symbols.length === 0 ? (
            <EmptyState title="No symbol found">Active symbols stand here, one a row. Try another search.</EmptyState>
          ) : (
            <>
              <div className={classes['map']}>
                <MonthLine days={days} />
                {symbols.map((row) => (
                  <SymbolLine key={row.token} row={row} days={days} onChoose={setChosen} />
                ))}
              </div>
              <Pager
                name="Symbols of the coverage map"
                page={wanted.page}
                pageSize={PAGE_SIZE}
                total={total}
                onPage={showPage}
              />
            </>
          )
        }
      </Loaded>
      {chosen && (
        <DayDrawer {...chosen} onDay={(day) => setChosen({ ...chosen, day })} onClose={() => setChosen(null)} />
      )}
    </Stack>
  )
}

function Legend() {
  return (
    <Group gap="md">
      {Object.entries(COVERAGE_LETTERS).map(([letter, word]) => (
        <Group key={letter} gap={6}>
          <Box className={classes['swatch']} data-letter={letter} />
          <Text size="sm">{`${word.charAt(0).toUpperCase()}${word.slice(1)}`}</Text>
        </Group>
      ))}
    </Group>
  )
}

// The year's two ends are parts of months, whose names would run into the next one.
const NAMED_FROM = 0.6
const MONTH = new Intl.DateTimeFormat('en-IN', { timeZone: 'UTC', month: 'short' })

/** The months above the days; a month too narrow for its name stays empty, on a phone two of three. */
function MonthLine({ days }: { days: readonly string[] }) {
  const months = runsOf(days.map((day) => day.slice(0, 7)))
  const longest = Math.max(...months.map(({ length }) => length))
  return (
    <div className={classes['line']} aria-hidden>
      <span />
      <div className={classes['days']}>
        {months.map(({ value, length }) => (
          <span key={value} className={classes['month']} style={{ flexGrow: length }}>
            {length > longest * NAMED_FROM && MONTH.format(new Date(`${value}-01T00:00:00Z`))}
          </span>
        ))}
      </div>
    </div>
  )
}

type LineProps = { row: Row; days: readonly string[]; onChoose: (chosen: Chosen) => void }

function SymbolLine({ row, days, onChoose }: LineProps) {
  const { symbol, token, letters } = row
  const choose = (day: string | undefined) => day !== undefined && onChoose({ symbol, token, day })
  return (
    <div className={classes['line']}>
      <UnstyledButton className={classes['symbol']} onClick={() => choose(days.at(-1))} title={row.name}>
        {symbol}
      </UnstyledButton>
      <UnstyledButton
        className={classes['days']}
        aria-label={summaryOf(row)}
        title={summaryOf(row)}
        onClick={(event) => choose(event.detail === 0 ? days.at(-1) : dayAt(event, days))}
      >
        {runsOf(letters.split('')).map(({ value, length, start }) => (
          <span key={start} data-letter={value} style={{ flexGrow: length }} />
        ))}
      </UnstyledButton>
    </div>
  )
}

/** The day under the pointer. By keyboard a row opens its newest day, and any other from there. */
function dayAt({ currentTarget, clientX }: MouseEvent<HTMLElement>, days: readonly string[]): string | undefined {
  const { left, width } = currentTarget.getBoundingClientRect()
  return days[Math.min(days.length - 1, Math.floor(((clientX - left) / width) * days.length))]
}

/** Equal neighbours as one, since a year of whole days is one block and not 250. */
function runsOf(values: readonly string[]): readonly { value: string; length: number; start: number }[] {
  const runs: { value: string; length: number; start: number }[] = []
  values.forEach((value, start) => {
    const last = runs.at(-1)
    if (last?.value === value) last.length++
    else runs.push({ value, length: 1, start })
  })
  return runs
}

function summaryOf({ symbol, letters, sources }: Row): string {
  const counts = (Object.keys(COVERAGE_LETTERS) as Letter[]).flatMap((letter) => {
    const count = letters.split(letter).length - 1
    return count === 0 ? [] : [`${count} ${COVERAGE_LETTERS[letter]}`]
  })
  return `${symbol}: ${counts.join(', ')}${sources.length > 0 ? ` (${sources.join(', ')})` : ''}`
}
