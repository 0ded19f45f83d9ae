import { Group, Text, VisuallyHidden } from '@mantine/core'
import classes from './brand-mark.module.css'

/** The product's logo: three candles without a trend. */
export function BrandMark({ withName = true }: { withName?: boolean }) {
  return (
    <Group gap="xs" wrap="nowrap">
      <svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true" className={classes['mark']}>
        <rect width="32" height="32" rx="8" fill="currentColor" />
        <g className={classes['candles']}>
          <path d="M10 8v16M16 6v18M22 10v15" opacity="0.55" />
          <path d="M10 12v7M16 9v8M22 14v6" strokeWidth="5" />
        </g>
      </svg>
      {withName ? (
        <Text component="span" fw={650} className={classes['name']}>
          Trading Bot
        </Text>
      ) : (
        <VisuallyHidden>Trading Bot</VisuallyHidden>
      )}
    </Group>
  )
}
