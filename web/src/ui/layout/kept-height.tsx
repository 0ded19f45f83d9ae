import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useIsPhone } from '../../lib/use-is-phone.ts'

type Props = { name: string; isLoading: boolean; children: ReactNode }

/** As high while it loads as it was the last time, so that what stands below it does not move. */
export function KeptHeight({ name, isLoading, children }: Props) {
  const key = `height:${name}:${useIsPhone() ? 'phone' : 'desktop'}`
  const element = useRef<HTMLDivElement>(null)
  const [keptPx] = useState(() => Number(localStorage.getItem(key)) || undefined)
  useEffect(() => {
    if (isLoading || !element.current) return undefined
    const observer = new ResizeObserver(([entry]) => {
      const heightPx = Math.round(entry?.contentRect.height ?? 0)
      if (heightPx > 0) localStorage.setItem(key, String(heightPx))
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [key, isLoading])
  return (
    <div
      ref={element}
      style={{ display: 'flow-root', ...(isLoading && keptPx && { height: keptPx, overflow: 'hidden' }) }}
    >
      {children}
    </div>
  )
}
