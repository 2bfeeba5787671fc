# Somebody with a page of house rules: a folder of TOML, no code, and a game that deals, pays and knows its edge.
pitboss rules new harbour-cross --like md-criss-cross
pitboss rules lint harbour-cross        # -> harbour-cross: no faults
pitboss solve harbour-cross             # -> house edge
pitboss play harbour-cross --auto --seed 7
