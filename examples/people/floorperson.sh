# A floorperson: what a disputed hand pays, by which clause; and a misdeal found after the first seat was paid.
cat > dispute.json <<'END'
{"rulebook": "ma-criss-cross",
 "community": {"left": "Kh", "right": "4d", "top": "8d", "bottom": "2c", "middle": "8s"},
 "seats": [{"seat": 2, "hole": ["Kc", "3h"],
            "wagers": {"ante_across": "15", "ante_down": "15", "across": "30", "down": "15", "middle": "45"}}]}
END
pitboss settle dispute.json                            # -> pair of kings
pitboss settle examples/ma-void-after-first-seat.json # -> void
