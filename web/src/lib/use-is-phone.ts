import { useMediaQuery } from '@mantine/hooks'

/** The width below which tables become rows and the navigation moves to the bottom. */
export function useIsPhone(): boolean {
  return useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
}
