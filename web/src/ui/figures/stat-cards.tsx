import { Skeleton } from '@mantine/core'
import type { CSSProperties, ReactNode } from 'react'
import classes from './stat-cards.module.css'

type Stat = { readonly label: string; readonly value: ReactNode; readonly hint?: ReactNode }

/** A few figures above a list. An undefined value is still loading. Plain elements: they begin the busiest screens. */
export function StatCards({ items }: { items: readonly Stat[] }) {
  const { length } = items
  const columns = {
    '--on-small': length === 4 ? 2 : Math.min(length, 3),
    '--on-medium': Math.min(length, 4),
    '--on-large': length,
  }
  return (
    <div className={classes['cards']} style={columns as CSSProperties}>
      {items.map((stat) => (
        <StatCard key={stat.label} {...stat} />
      ))}
    </div>
  )
}

function StatCard({ label, value, hint }: Stat) {
  return (
    <div className={classes['card']} data-stat={label}>
      <p className={classes['label']}>{label}</p>
      {value === undefined ? (
        <Skeleton h={24} mt={8} mb={8} w="50%" />
      ) : (
        <div className={classes['value']}>{value}</div>
      )}
      {hint !== undefined && <div className={classes['hint']}>{hint}</div>}
    </div>
  )
}
