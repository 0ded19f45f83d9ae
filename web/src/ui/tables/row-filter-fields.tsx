import { Box, Button, Group, TextInput } from '@mantine/core'
import { Filter } from './filter.tsx'
import { SearchField } from './search-field.tsx'
import type { FilteredRows } from './use-filtered-rows.ts'

export type RowFilterFieldsProps = { view: FilteredRows<unknown>; of: string }

const DAY_WIDTH = { base: '100%', xs: 150 }

/** Search, one select per choice, the days, and the order. */
export function RowFilterFields({ view, of }: RowFilterFieldsProps) {
  const { filters, rows, values, count, filterBy, clear } = view
  const { from = '', to = '' } = values
  const isReversed = from !== '' && to !== '' && from > to
  return (
    <Group align="flex-start" gap="sm" mb="sm" component="section" aria-label={`Filters of ${of}`}>
      <SearchField
        key={values['search'] === '' ? 'empty' : 'used'}
        placeholder="Any text"
        value={values['search'] ?? ''}
        onSearch={(search) => filterBy({ search })}
      />
      {filters.choices.map(({ name, label, valueOf, texts = {} }) => (
        <Filter
          key={name}
          label={label}
          value={values[name] ?? ''}
          options={optionsOf([...rows.map(valueOf), values[name] ?? ''], texts)}
          onChange={(value) => filterBy({ [name]: value })}
        />
      ))}
      {filters.timeOf && (
        <>
          <TextInput
            type="date"
            label="From"
            w={DAY_WIDTH}
            value={from}
            onChange={(event) => filterBy({ from: event.currentTarget.value })}
          />
          <TextInput
            type="date"
            label="To"
            w={DAY_WIDTH}
            value={to}
            error={isReversed && 'The last day is before the first'}
            onChange={(event) => filterBy({ to: event.currentTarget.value })}
          />
        </>
      )}
      <OrderFilter view={view} />
      {/* It stays when there is nothing to clear, so that pressing it does not lose the keyboard's place. */}
      <Button variant="subtle" mt={25} data-disabled={count === 0} aria-disabled={count === 0} onClick={clear}>
        Clear filters
      </Button>
    </Group>
  )
}

/** For rows without column titles, as on every phone. */
function OrderFilter({ view: { filters, sorting } }: { view: FilteredRows<unknown> }) {
  const options = filters.sorts.flatMap(({ by, words }) => [
    [`${by} desc`, words.desc] as const,
    [`${by} asc`, words.asc] as const,
  ])
  return (
    <Box w={{ base: '100%', xs: 'auto' }} {...(!filters.isUntitled && { hiddenFrom: 'sm' })}>
      <Filter
        label="Order"
        value={`${sorting.by} ${sorting.order}`}
        options={Object.fromEntries(options)}
        onChange={(next) => {
          const [by = '', order] = next.split(' ')
          sorting.onSort(by, order === 'asc' ? 'asc' : 'desc')
        }}
      />
    </Box>
  )
}

/** Only what the rows have can be chosen, and what is chosen already. */
function optionsOf(found: readonly string[], texts: Readonly<Record<string, string>>): Record<string, string> {
  const values = [...new Set(found)].filter((value) => value !== '').sort()
  return { '': 'Any', ...Object.fromEntries(values.map((value) => [value, texts[value] ?? value])) }
}
