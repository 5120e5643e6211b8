import { testOutages } from './outages.ts'

testOutages({ isTimed: true, cuts: 10 })
