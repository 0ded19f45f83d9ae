import { Group, TextInput } from '@mantine/core'
import { Filter } from '../../ui/tables/filter.tsx'
import { SearchField } from '../../ui/tables/search-field.tsx'

type Search = Readonly<Record<string, string | undefined>>
type Props = {
  search: Search
  /** The kinds of record, by value; the empty value means all. */
  kinds: Readonly<Record<string, string>>
  onChange: (change: Search) => void
}

/** Narrows logs or audit lines to a person, a kind, some days and words. */
export function RecordFilters({ search, kinds, onChange }: Props) {
  return (
    <Group mb="md" align="flex-end">
      <SearchField placeholder="Words" value={search['search'] ?? ''} onSearch={(text) => onChange({ search: text })} />
      <SearchField
        label="Person"
        placeholder="Part of the email or username"
        value={search['person'] ?? ''}
        onSearch={(text) => onChange({ person: text })}
      />
      <Filter label="Kind" value={search['kind'] ?? ''} options={kinds} onChange={(kind) => onChange({ kind })} />
      {(['from', 'to'] as const).map((end) => (
        <TextInput
          key={end}
          type="date"
          label={end === 'from' ? 'From' : 'To'}
          w={{ base: '100%', xs: 150 }}
          value={search[end] ?? ''}
          onChange={(event) => onChange({ [end]: event.currentTarget.value })}
        />
      ))}
    </Group>
  )
}

/** What the URL's values ask for; values that are no day are dropped. */
export function recordRequest({ person, from, to, search }: Search) {
  return {
    ...(person && { person }),
    ...(search && { search }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
  }
}

function isDay(text: string | undefined): text is string {
  return /^\d{4}-\d{2}-\d{2}$/.test(text ?? '') && !text?.startsWith('0000')
}
