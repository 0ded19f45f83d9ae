import { Button, Collapse, Group, Paper, Select, SimpleGrid, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { SUBSCRIPTION_SORTS } from '@trading-bot/contract/rest/billing/subscription-reports'
import { useId, useState } from 'react'
import { FilterIcon } from '../../ui/icons.ts'
import { isSort } from './report-request.ts'

type Search = Readonly<Record<string, string | undefined>>
type Props = { search: Search; onChange: (change: Search) => void }

const STATUSES = ['active', 'pending', 'cancelled', 'expired', 'failed']
const FILTERS = ['from', 'to', 'status', 'email']
const TYPING_MS = 300

export function SubscriptionFilters({ search, onChange }: Props) {
  const used = FILTERS.filter((name) => search[name]).length
  const [isOpen, setOpen] = useState(used > 0)
  const [email, setEmail] = useState(search['email'] ?? '')
  const id = useId()
  const type = useDebouncedCallback((typed: string) => onChange({ email: typed.trim() }), TYPING_MS)

  function clear() {
    setEmail('')
    onChange({ from: '', to: '', status: '', email: '' })
  }

  return (
    <>
      <Group justify="space-between" mb="md" align="flex-end">
        <Button
          variant="default"
          leftSection={<FilterIcon size={16} />}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {used > 0 ? `Filters (${used})` : 'Filters'}
        </Button>
        <Select
          aria-label="Sort by"
          w={{ base: '100%', xs: 220 }}
          allowDeselect={false}
          data={Object.entries(SUBSCRIPTION_SORTS).map(([value, label]) => ({ value, label }))}
          value={isSort(search['sort']) ? search['sort'] : 'newest'}
          onChange={(sort) => onChange({ sort: sort === 'newest' ? '' : (sort ?? '') })}
        />
      </Group>
      <Collapse expanded={isOpen} id={id}>
        <Paper p="md" radius="lg" mb="md">
          <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="md">
            <TextInput
              label="From"
              type="date"
              value={search['from'] ?? ''}
              onChange={(event) => onChange({ from: event.currentTarget.value })}
            />
            <TextInput
              label="To"
              type="date"
              value={search['to'] ?? ''}
              onChange={(event) => onChange({ to: event.currentTarget.value })}
            />
            <Select
              label="Status"
              placeholder="Any"
              clearable
              data={STATUSES.map((value) => ({ value, label: `${value.charAt(0).toUpperCase()}${value.slice(1)}` }))}
              value={search['status'] ?? null}
              onChange={(status) => onChange({ status: status ?? '' })}
            />
            <TextInput
              label="Email"
              placeholder="Any part of it"
              type="search"
              value={email}
              onChange={(event) => {
                setEmail(event.currentTarget.value)
                type(event.currentTarget.value)
              }}
            />
          </SimpleGrid>
          <Group justify="flex-end" mt="md">
            <Button size="xs" variant="subtle" disabled={used === 0} onClick={clear}>
              Clear filters
            </Button>
          </Group>
        </Paper>
      </Collapse>
    </>
  )
}
