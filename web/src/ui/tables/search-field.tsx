import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'

const TYPING_MS = 300

type Props = { placeholder: string; value: string; onSearch: (text: string) => void }

/** Searches after the user stops typing. */
export function SearchField({ placeholder, value, onSearch }: Props) {
  const search = useDebouncedCallback((text: string) => onSearch(text.trim()), TYPING_MS)
  return (
    <TextInput
      label="Search"
      placeholder={placeholder}
      type="search"
      w={{ base: '100%', xs: 280 }}
      defaultValue={value}
      onChange={(event) => search(event.currentTarget.value)}
    />
  )
}
