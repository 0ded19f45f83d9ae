import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef } from 'react'

const TYPING_MS = 300

type Props = { label?: string; placeholder: string; value: string; onSearch: (text: string) => void }

/** Searches after the user stops typing. */
export function SearchField({ label = 'Search', placeholder, value, onSearch }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const search = useDebouncedCallback((text: string) => onSearch(text.trim()), TYPING_MS)
  // A link may set another text; while somebody types, the field is ahead of the URL.
  useEffect(() => {
    if (input.current && document.activeElement !== input.current) input.current.value = value
  }, [value])
  return (
    <TextInput
      ref={input}
      label={label}
      placeholder={placeholder}
      type="search"
      w={{ base: '100%', xs: 280 }}
      defaultValue={value}
      onChange={(event) => search(event.currentTarget.value)}
    />
  )
}
