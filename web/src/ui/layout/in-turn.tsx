import { type ReactNode, startTransition, useEffect, useState } from 'react'

type Props = {
  /** Shown until then: as high as the content, so that nothing moves. */
  meanwhile: ReactNode
  children: ReactNode
}

/**
 * Draws a part of a screen in a frame of its own, one part after the other. What arrives together would otherwise be
 * put into the page, styled and laid out in one task, which a phone takes a tenth of a second for.
 */
export function InTurn({ meanwhile, children }: Props) {
  const [isDue, setIsDue] = useState(false)
  useEffect(() => waitForTurn(() => startTransition(() => setIsDue(true))), [])
  return isDue ? children : meanwhile
}

const waiting: (() => void)[] = []

function waitForTurn(draw: () => void): () => void {
  waiting.push(draw)
  if (waiting.length === 1) afterNextFrame(drawNext)
  return () => {
    const at = waiting.indexOf(draw)
    if (at !== -1) waiting.splice(at, 1)
  }
}

function drawNext(): void {
  waiting.shift()?.()
  if (waiting.length > 0) afterNextFrame(drawNext)
}

/** A page in the background has no frames, and is drawn all the same. */
function afterNextFrame(run: () => void): void {
  if (document.hidden) setTimeout(run)
  else requestAnimationFrame(() => setTimeout(run))
}
