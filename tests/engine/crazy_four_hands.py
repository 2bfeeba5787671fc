"""Hands and wagers for disputed rounds of Crazy 4 Poker."""

BOOK = "ma-crazy-4"
ANTES = "ante 10, super_bonus 10"
STAYED = f"{ANTES}, play 10"

# Five cards and the best four they hold.
FOUR_CARD_HANDS = {
    "four aces": "Ac Ad Ah As 9c",
    "four of a kind": "8c 8d 8h 8s 2c",
    "straight flush": "7s 6s 5s 4s Kd",
    "three of a kind": "Jc Js Jh 4d 2h",
    "flush": "Kd 9d 6d 2d As",
    "straight": "9c 8d 7h 6s 2h",
    "low straight": "Ac 2d 3h 4s 9h",
    "two pair": "Tc Td 5h 5s 2c",
    "queens": "Qd Qs 8h 4c 2s",
    "jacks": "Jc Js 8h 4c 2s",
}
WEAK = "Qc Th 7c 6c 3s"  # a dealer's queen high that shares no card with them

FIVE_CARD_HANDS = {
    "royal flush": "Ah Kh Qh Jh Th",
    "straight flush": "9s 8s 7s 6s 5s",
    "four of a kind": "8c 8d 8h 8s 2c",
    "full house": "Kc Kd Kh 4s 4c",
    "flush": "Ad Jd 8d 5d 2d",
    "straight": "Tc 9d 8h 7s 6c",
    "low straight": "Ac 2d 3h 4s 5c",
    "three of a kind": "7c 7d 7h Ks 2c",
    "two pair": "9c 9d 5h 5s 2c",
}
