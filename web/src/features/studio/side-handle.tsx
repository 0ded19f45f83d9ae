import { useLocalStorage } from '@mantine/hooks'
import { type KeyboardEvent, type PointerEvent, type RefObject, useLayoutEffect, useState } from 'react'
import classes from './side-handle.module.css'

const [LEAST, MOST, USUAL] = [25, 75, 47]
const STEP = 2

type Props = { studio: RefObject<HTMLDivElement | null> }

/** Between editor and tools: dragged, or moved by the arrow keys. Each browser keeps its own width. */
export function SideHandle({ studio }: Props) {
  const [kept, keep] = useLocalStorage({ key: 'studio_side_percent', defaultValue: USUAL })
  const [dragged, setDragged] = useState<number | null>(null)
  const percent = dragged ?? within(kept)
  useLayoutEffect(() => {
    studio.current?.style.setProperty('--side-percent', String(percent))
  }, [studio, percent])

  const keys: Readonly<Record<string, number>> = {
    ArrowLeft: percent + STEP,
    ArrowRight: percent - STEP,
    Home: MOST,
    End: LEAST,
  }
  function onKeyDown(event: KeyboardEvent) {
    const next = keys[event.key]
    if (next === undefined) return
    event.preventDefault()
    keep(within(next))
  }
  function onPointerMove({ clientX }: PointerEvent) {
    const box = studio.current?.getBoundingClientRect()
    if (dragged !== null && box) setDragged(within(Math.round(((box.right - clientX) / box.width) * 100)))
  }
  function onDrop() {
    if (dragged !== null) keep(dragged)
    setDragged(null)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <hr
      className={classes['handle']}
      aria-orientation="vertical"
      aria-label="Width of the tools"
      aria-valuemin={LEAST}
      aria-valuemax={MOST}
      aria-valuenow={percent}
      // A separator that moves is a control, which the rules do not know.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      data-dragged={dragged !== null}
      onKeyDown={onKeyDown}
      onDoubleClick={() => keep(USUAL)}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        setDragged(percent)
      }}
      onPointerMove={onPointerMove}
      onPointerUp={onDrop}
      onPointerCancel={onDrop}
    />
  )
}

/** What another release or a hand wrote into the browser may be anything. */
function within(percent: number): number {
  return Number.isFinite(percent) ? Math.min(MOST, Math.max(LEAST, percent)) : USUAL
}
