import { Button, Kbd } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { lazy, Suspense, useState } from 'react'
import { SearchIcon } from '../../ui/icons.ts'

const SearchDialog = lazy(async () => ({ default: (await import('./search-dialog.tsx')).SearchDialog }))

/** The administrator's one search: a button in the top bar, or Ctrl+K anywhere. */
export function AdminSearch() {
  const [isOpen, setOpen] = useState(false)
  useHotkeys([['mod+K', () => setOpen(true)]], [])
  return (
    <>
      <Button
        variant="default"
        size="xs"
        aria-label="Search"
        leftSection={<SearchIcon size={16} />}
        rightSection={<Kbd size="xs">Ctrl K</Kbd>}
        visibleFrom="sm"
        onClick={() => setOpen(true)}
      >
        Search
      </Button>
      <Button variant="subtle" color="gray" px="xs" aria-label="Search" hiddenFrom="sm" onClick={() => setOpen(true)}>
        <SearchIcon size={18} />
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <SearchDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
