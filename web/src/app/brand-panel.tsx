import { Text } from '@mantine/core'
import { BrandMark } from '../ui/layout/brand-mark.tsx'
import { DoneIcon, LogsIcon, SecurityIcon } from '../ui/icons.ts'
import classes from './account-layout.module.css'

const POINTS = [
  {
    Icon: SecurityIcon,
    title: 'Paper first',
    text: 'Every bot trades on paper until you decide otherwise, in writing.',
  },
  { Icon: LogsIcon, title: 'Net of every charge', text: 'Brokerage, taxes and fees are itemised on each trade.' },
  {
    Icon: DoneIcon,
    title: 'You hold the switch',
    text: 'Daily limits and a stop that blocks entries and never exits.',
  },
] as const

/** How the product works. It never mentions possible profits. */
export function BrandPanel() {
  return (
    <aside className={classes['panel']} aria-label="About Trading Bot">
      <BrandMark />
      <div>
        <Text component="p" m={0} className={classes['promise']}>
          Rule-based trading on Indian equities, calm and accountable.
        </Text>
        <ul className={classes['points']}>
          {POINTS.map(({ Icon, title, text }) => (
            <li key={title} className={classes['point']}>
              <span className={classes['pointIcon']}>
                <Icon size={18} stroke={1.6} aria-hidden />
              </span>
              <span>
                <Text component="span" display="block" fw={600}>
                  {title}
                </Text>
                <span className={classes['pointText']}>{text}</span>
              </span>
            </li>
          ))}
        </ul>
      </div>
      <Candles />
      <p className={classes['risk']}>
        Investments in the securities market are subject to market risks. Automated orders can lose money; read the risk
        disclosure and your broker’s terms before you trade.
      </p>
    </aside>
  )
}

// High, open, close and low of each candle. They move sideways on purpose: a rising line would promise a profit.
const CANDLES = [
  [44, 58, 76, 88],
  [40, 52, 70, 96],
  [56, 64, 84, 92],
  [36, 48, 68, 80],
  [50, 60, 72, 98],
  [42, 54, 78, 86],
  [54, 62, 80, 94],
  [38, 50, 66, 84],
  [48, 56, 74, 90],
  [46, 60, 82, 92],
  [40, 46, 64, 82],
  [52, 66, 78, 96],
] as const

function Candles() {
  return (
    <svg viewBox="0 0 480 130" className={classes['candles']} aria-hidden="true" preserveAspectRatio="none">
      {CANDLES.map(([top, open, close, bottom], index) => (
        <g key={`${top}-${bottom}`} transform={`translate(${20 + index * 40} 0)`} stroke="currentColor">
          <line y1={top} y2={bottom} strokeWidth="1.5" />
          <rect
            x={-7}
            y={open}
            width={14}
            height={close - open}
            rx={2}
            fill={index % 3 === 1 ? 'none' : 'currentColor'}
          />
        </g>
      ))}
    </svg>
  )
}
