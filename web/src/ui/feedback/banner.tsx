import { Alert, type AlertProps, UnstyledButton } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useIsPhone } from '../../lib/use-is-phone.ts'
import classes from './banner.module.css'
import { type BannerKind, useBannerPlace } from './banner-stack.tsx'

type Props = Pick<AlertProps, 'color' | 'icon' | 'role' | 'className' | 'aria-label'> & {
  kind: BannerKind
  title: string
  children: ReactNode
}

/** Stands above every screen. A phone shows one banner at a time, in one line that opens; the others are a tap away. */
export function Banner({ kind, title, children, ...props }: Props) {
  const isPhone = useIsPhone()
  const { isFirst, number, count, showNext } = useBannerPlace(kind)
  const [isOpen, setOpen] = useState(false)
  const shared = {
    variant: 'light',
    mb: 'lg',
    ...(props.role === undefined && { component: 'section', role: 'region' }),
    ...props,
  } as const
  if (!isPhone) {
    return (
      <Alert {...shared} title={title}>
        {children}
      </Alert>
    )
  }
  if (!isFirst) return null
  return (
    <Alert {...shared} py={6} px="sm" mb="sm">
      <div className={classes['line']}>
        <UnstyledButton className={classes['title'] ?? ''} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {title}
        </UnstyledButton>
        {count > 1 && (
          <UnstyledButton className={classes['next'] ?? ''} aria-label="Show the next notice" onClick={showNext}>
            {`${number} of ${count}`}
          </UnstyledButton>
        )}
      </div>
      {isOpen && children}
    </Alert>
  )
}
