import { type ReactNode, startTransition, useEffect, useState } from 'react'

type Props = {
  /** Shown until then. */
  meanwhile?: ReactNode
  children: ReactNode
}

/**
 * Draws its content after everything around it is on the screen, in slices between which the page answers to clicks. The
 * router would draw a whole screen in one go.
 */
export function InSlices({ meanwhile = null, children }: Props) {
  const [isDue, setIsDue] = useState(false)
  useEffect(() => startTransition(() => setIsDue(true)), [])
  return isDue ? children : meanwhile
}
