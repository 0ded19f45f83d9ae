import { Loader, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { type SearchHit, searchEverything } from '@trading-bot/contract/rest/operations/search'
import { type KeyboardEvent, useRef, useState } from 'react'
import { errorText } from '../../lib/api/error-text.ts'
import { formatDateTime } from '../../lib/format.ts'
import { queryOf } from '../../lib/queries/query-of.ts'
import { SearchIcon } from '../../ui/icons.ts'
import classes from './search-dialog.module.css'

const TYPING_MS = 250
const SHORTEST = 2

const KINDS = {
  user: 'Users',
  bot: 'Bots of users',
  order: 'Orders',
  payment: 'Payments',
  log: 'Logs',
} as const satisfies Record<SearchHit['kind'], string>

/** Users, bots, orders, payments and logs in one list; every hit is a link to the screen that shows it. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [text] = useDebouncedValue(typed.trim(), TYPING_MS)
  const list = useRef<HTMLDivElement>(null)
  const isLong = text.length >= SHORTEST
  const hits = useQuery({
    ...queryOf(searchEverything, { q: text }),
    enabled: isLong,
    placeholderData: keepPreviousData,
    retry: false,
  })

  /** Up and down walk through the hits, as in a menu. */
  function walk(event: KeyboardEvent<HTMLElement>) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    const links = [...(list.current?.querySelectorAll('a') ?? [])]
    const at = links.indexOf(document.activeElement as HTMLAnchorElement)
    links[event.key === 'ArrowDown' ? Math.min(at + 1, links.length - 1) : Math.max(at - 1, 0)]?.focus()
  }

  return (
    <Modal opened onClose={onClose} size="lg" title="Search" yOffset="8dvh">
      <Stack gap="md" onKeyDown={walk}>
        <TextInput
          aria-label="Search users, bots, orders, payments and logs"
          placeholder="Name, email, order number, symbol, words of a log line"
          type="search"
          maxLength={100}
          leftSection={<SearchIcon size={16} />}
          rightSection={hits.isFetching && <Loader size={16} />}
          value={typed}
          data-autofocus
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <div ref={list} aria-live="polite">
          <Hits isLong={isLong} query={hits} onClose={onClose} />
        </div>
      </Stack>
    </Modal>
  )
}

type HitsProps = {
  isLong: boolean
  query: { readonly data: SearchHit[] | undefined; readonly isError: boolean; readonly error: unknown }
  onClose: () => void
}

function Hits({ isLong, query: { data, isError, error }, onClose }: HitsProps) {
  if (!isLong) return <Note text="Type at least two characters." />
  if (isError) return <Note text={errorText(error)} />
  if (!data) return null
  if (data.length === 0) return <Note text="Nothing found. Orders and payments are found by their whole number." />
  return (Object.keys(KINDS) as SearchHit['kind'][]).map((kind) => {
    const found = data.filter((hit) => hit.kind === kind)
    if (found.length === 0) return null
    return (
      <div key={kind} className={classes['kind']}>
        <Text size="xs" fw={600} c="dimmed" mb={4}>
          {KINDS[kind]}
        </Text>
        <ul aria-label={KINDS[kind]} className={classes['hits']}>
          {found.map((hit) => (
            <li key={hit.id}>
              <Hit hit={hit} onClose={onClose} />
            </li>
          ))}
        </ul>
      </div>
    )
  })
}

function Hit({ hit, onClose }: { hit: SearchHit; onClose: () => void }) {
  const about = [hit.detail, hit.kind === 'user' ? undefined : hit.user?.email, formatDateTime(hit.at)]
  return (
    <Link {...targetOf(hit)} className={classes['hit']} onClick={onClose}>
      <Text span size="sm" fw={600} display="block" lineClamp={1}>
        {hit.title}
      </Text>
      <Text span size="xs" c="dimmed" display="block" lineClamp={1}>
        {about.filter(Boolean).join(' · ')}
      </Text>
    </Link>
  )
}

function targetOf({ kind, id, title, user }: SearchHit): Pick<LinkProps, 'to' | 'params' | 'search'> {
  switch (kind) {
    case 'bot':
      return { to: '/admin/user-bots', search: { search: user?.email ?? '', bot: id } as never }
    case 'order':
      return { to: '/admin/trades', search: { trade: id } as never }
    case 'log':
      return { to: '/admin/logs', search: { search: title.slice(0, 100) } as never }
    case 'user':
    case 'payment':
      return { to: '/admin/users/$userId', params: { userId: user?.id ?? id } as never }
  }
}

function Note({ text }: { text: string }) {
  return (
    <Text size="sm" c="dimmed">
      {text}
    </Text>
  )
}
